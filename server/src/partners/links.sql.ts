import type { Selectable } from 'kysely'
import type { Queries } from '../platform/database.ts'
import { type PageRequest, selectPage } from '../platform/page.sql.ts'
import type { Schema } from '../platform/schema.ts'
import type { LinkStatus } from '../platform/words.ts'

export type LinkRow = Selectable<Schema['links']>

/**
 * Makes a link and books its code for the whole installation.
 * @returns undefined when the code is taken: the link may be there, so the transaction must not be committed
 */
export async function insertLink(
  queries: Queries,
  link: { program_id: number; partner_id: number; code: string; created_at: Date },
): Promise<LinkRow | undefined> {
  const made = await queries
    .insertInto('links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['program_id', 'code']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made === undefined) return undefined
  const booked = await queries
    .insertInto('link_codes')
    .values({ code: link.code, program_id: link.program_id, link_id: made.id })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  return booked === undefined ? undefined : made
}

/** Whether any program of the installation has a link of this code. */
export async function isLinkCodeTaken(queries: Queries, code: string): Promise<boolean> {
  return (
    (await queries.selectFrom('link_codes').select('code').where('code', '=', code).executeTakeFirst()) !==
    undefined
  )
}

export async function countLinks(queries: Queries, programId: number, partnerId: number): Promise<number> {
  const row = await queries
    .selectFrom('links')
    .select(({ fn }) => fn.countAll<number>().as('links'))
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return row.links
}

export async function listLinks(
  queries: Queries,
  programId: number,
  filter: { partnerId: number | undefined; status: LinkStatus | undefined },
  page: PageRequest,
): Promise<LinkRow[]> {
  let query = queries.selectFrom('links').selectAll().where('program_id', '=', programId)
  if (filter.partnerId !== undefined) query = query.where('partner_id', '=', filter.partnerId)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  return selectPage(query, 'created_at', 'id', page)
}

/** The links of these partners, oldest first. */
export async function listLinksOfPartners(
  queries: Queries,
  programId: number,
  partnerIds: number[],
): Promise<LinkRow[]> {
  if (partnerIds.length === 0) return []
  return queries
    .selectFrom('links')
    .selectAll()
    .where('program_id', '=', programId)
    .where('partner_id', 'in', partnerIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** @returns undefined when the program has no such link */
export async function setLinkStatus(
  queries: Queries,
  programId: number,
  linkId: number,
  status: LinkStatus,
): Promise<LinkRow | undefined> {
  return queries
    .updateTable('links')
    .set({ status })
    .where('program_id', '=', programId)
    .where('id', '=', linkId)
    .returningAll()
    .executeTakeFirst()
}
