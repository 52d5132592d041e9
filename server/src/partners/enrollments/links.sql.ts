import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { LinkStatus } from '../../core/enums.ts'

export type LinkRow = Selectable<Schema['links']>

/**
 * Inserts a link and reserves its code across the installation.
 * @returns undefined if the code is taken, ignoring case; the link may have been inserted, so the caller must roll back
 */
export async function insertLink(
  transaction: Transaction<Schema>,
  link: { program_id: number; partner_id: number; code: string; created_at: Date },
): Promise<LinkRow | undefined> {
  const insertedLink = await transaction
    .insertInto('links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['program_id', 'code']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (insertedLink === undefined) return undefined
  const insertedCode = await transaction
    .insertInto('link_codes')
    .values({ code: link.code, program_id: link.program_id, link_id: insertedLink.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return insertedCode === undefined ? undefined : insertedLink
}

/** Returns which of these codes are taken in any program, in lower case. */
export async function findTakenCodes(queries: Queries, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const { rows } = await sql<{ folded: string }>`
    select lower(code collate "C") as folded from link_codes
    where lower(code collate "C") in (select lower(c collate "C") from unnest(${[...codes]}::text[]) c)`.execute(
    queries,
  )
  return new Set(rows.map(({ folded }) => folded))
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

export function listLinks(
  queries: Queries,
  programId: number,
  filter: { partnerId: number | undefined; status: LinkStatus | undefined },
  page: PageRequest,
) {
  let query = queries.selectFrom('links').selectAll().where('program_id', '=', programId)
  if (filter.partnerId !== undefined) query = query.where('partner_id', '=', filter.partnerId)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  return selectPage(query, 'created_at', 'id', page)
}

/** Lists the links of these partners, oldest first. */
export async function listPartnerLinks(queries: Queries, programId: number, partnerIds: number[]) {
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

/** Activates or deactivates a link. @returns undefined if the program has no such link */
export function setLinkStatus(
  transaction: Transaction<Schema>,
  programId: number,
  linkId: number,
  status: LinkStatus,
) {
  return transaction
    .updateTable('links')
    .set({ status })
    .where('program_id', '=', programId)
    .where('id', '=', linkId)
    .returningAll()
    .executeTakeFirst()
}
