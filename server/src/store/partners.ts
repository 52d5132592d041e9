import type { Queries } from './database.ts'
import { isAfter, type PageRequest } from './page.ts'
import type { PartnerStatus } from './schema.ts'

/** A partner as one program sees it. */
export interface PartnerRow {
  partner_id: number
  name: string
  email: string
  status: PartnerStatus
  created_at: Date
  decided_at: Date | null
}

/** Makes the workspace's partner of this e-mail, or finds the one there is; an e-mail is one partner. */
export async function findOrInsertPartner(
  queries: Queries,
  partner: { workspace_id: string; name: string; email: string; created_at: Date },
): Promise<number> {
  const made = await queries
    .insertInto('partners')
    .values(partner)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) return made.id
  const found = await queries
    .selectFrom('partners')
    .select('id')
    .where('workspace_id', '=', partner.workspace_id)
    .where('email', '=', partner.email)
    .executeTakeFirstOrThrow()
  return found.id
}

/** @returns false when the partner is in the program already; nothing was written then */
export async function insertPartnerProgram(
  queries: Queries,
  row: {
    program_id: number
    partner_id: number
    workspace_id: string
    status: PartnerStatus
    created_at: Date
    decided_at: Date | null
  },
): Promise<boolean> {
  const made = await queries
    .insertInto('partner_programs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['program_id', 'partner_id']).doNothing())
    .returning('partner_id')
    .executeTakeFirst()
  return made !== undefined
}

export async function findPartner(
  queries: Queries,
  programId: number,
  partnerId: number,
): Promise<PartnerRow | undefined> {
  return selectPartners(queries, programId).where('pp.partner_id', '=', partnerId).executeTakeFirst()
}

export async function listPartners(
  queries: Queries,
  programId: number,
  filter: { status: PartnerStatus | undefined },
  { rows, after }: PageRequest,
): Promise<PartnerRow[]> {
  let query = selectPartners(queries, programId)
  if (filter.status !== undefined) query = query.where('pp.status', '=', filter.status)
  if (after !== undefined) query = query.where(isAfter('pp.created_at', 'pp.partner_id', after))
  return query
    .orderBy('pp.created_at', 'desc')
    .orderBy('pp.partner_id', 'desc')
    .limit(rows + 1)
    .execute()
}

/**
 * Approves or rejects; a partner who is that already keeps the date of the decision.
 * @returns whether anything changed
 */
export async function setPartnerStatus(
  queries: Queries,
  programId: number,
  partnerId: number,
  status: PartnerStatus,
  now: Date,
): Promise<boolean> {
  const changed = await queries
    .updateTable('partner_programs')
    .set({ status, decided_at: now })
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where('status', '<>', status)
    .returning('partner_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Makes writers of this partner's links queue, so that they can be counted; customers and sales go on. */
export async function lockPartnerProgram(
  queries: Queries,
  programId: number,
  partnerId: number,
): Promise<boolean> {
  const row = await queries
    .selectFrom('partner_programs')
    .select('partner_id')
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

function selectPartners(queries: Queries, programId: number) {
  return queries
    .selectFrom('partner_programs as pp')
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .select(['pp.partner_id', 'p.name', 'p.email', 'pp.status', 'pp.created_at', 'pp.decided_at'])
    .where('pp.program_id', '=', programId)
}
