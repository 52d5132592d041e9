import { sql, type Transaction } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { findByWords, type WordMatches } from '../../core/database/word-search.sql.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { PartnerStatus } from '../../core/enums.ts'

/** A partner in one program. */
export type PartnerRow = QueryRow<typeof findPartner>

/**
 * Inserts the workspace's partner with this email or returns the existing one. The email is locked until the
 * transaction ends.
 * @throws {WriteConflictError} if the partner closed their account in the meantime, which frees the email
 */
export async function findOrInsertPartner(
  transaction: Transaction<Schema>,
  partner: { workspace_id: string; name: string; email: string; created_at: Date },
): Promise<number> {
  const inserted = await transaction
    .insertInto('partners')
    .values(partner)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) return inserted.id
  const row = await transaction
    .selectFrom('partners')
    .select('id')
    .where('workspace_id', '=', partner.workspace_id)
    .where('email', '=', partner.email)
    .forKeyShare()
    .executeTakeFirst()
  if (row === undefined) throw new WriteConflictError('the partner with this email closed their account')
  return row.id
}

/** Enrolls a partner. @returns false if they were already in the program */
export async function insertEnrollment(
  transaction: Transaction<Schema>,
  row: {
    program_id: number
    partner_id: number
    workspace_id: string
    status: PartnerStatus
    created_at: Date
    /** The local day of `created_at`. */
    created_day: string
    decided_at: Date | null
  },
): Promise<boolean> {
  const enrollment = await transaction
    .insertInto('program_enrollments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['program_id', 'partner_id']).doNothing())
    .returning('partner_id')
    .executeTakeFirst()
  return enrollment !== undefined
}

export function findPartner(queries: Queries, programId: number, partnerId: number) {
  return selectPartners(queries, programId).where('pp.partner_id', '=', partnerId).executeTakeFirst()
}

/** Returns a member's name; undefined for a management key. */
export async function findUserName(queries: Queries, userId: string): Promise<string | undefined> {
  const row = await queries.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  return row?.name
}

/** Loads the program's partner with this email, which must be in lower case. */
export async function findPartnerIdByEmail(
  queries: Queries,
  programId: number,
  email: string,
): Promise<number | undefined> {
  const row = await queries
    .selectFrom('program_enrollments as pp')
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .select('pp.partner_id')
    .where('pp.program_id', '=', programId)
    .where('p.email', '=', email)
    .executeTakeFirst()
  return row?.partner_id
}

/** Partner filters. Undefined fields match every partner. */
export interface PartnerFilter {
  status: PartnerStatus | undefined
  search: string | undefined
  /** Null for partners without a group. */
  groupId?: number | null | undefined
  /** Normalized. */
  tag?: string | undefined
}

export async function listPartners(
  queries: Queries,
  program: { id: number; workspace_id: string },
  filter: PartnerFilter,
  page: PageRequest,
) {
  const matches = await searchPartners(queries, program.workspace_id, filter)
  return selectPage(
    selectFiltered(queries, program.id, filter, matches),
    'pp.created_at',
    'pp.partner_id',
    page,
  )
}

/** Finds a workspace's partners that match a filter's search; undefined without a search. */
export async function searchPartners(
  queries: Queries,
  workspaceId: string,
  { search }: PartnerFilter,
): Promise<WordMatches | undefined> {
  if (search === undefined) return undefined
  return findByWords(queries, 'partners', { search, where: sql`w.workspace_id = ${workspaceId}` })
}

/**
 * Selects the partners (`pp`, `p`) that match a filter, unordered.
 * @param matches the filter's search results
 */
export function selectFiltered(
  queries: Queries,
  programId: number,
  { status, groupId, tag }: PartnerFilter,
  matches: WordMatches | undefined,
) {
  let query = selectPartners(queries, programId)
  if (status !== undefined) query = query.where('pp.status', '=', status)
  if (groupId === null) query = query.where('pp.group_id', 'is', null)
  else if (groupId !== undefined) query = query.where('pp.group_id', '=', groupId)
  if (tag !== undefined) {
    query = query.where(
      sql<boolean>`exists (select 1 from partner_tags t
        where t.program_id = ${programId} and t.partner_id = pp.partner_id and t.tag = ${tag})`,
    )
  }
  if (matches === undefined) return query
  return 'ids' in matches
    ? query.where('pp.partner_id', '=', sql<number>`any (${matches.ids}::bigint[])`)
    : query.where(matches.isMatch('p'))
}

/**
 * Approves or rejects a partner. Repeating a decision keeps its date, and closed accounts stay closed.
 * @returns whether anything changed
 */
export async function setPartnerStatus(
  transaction: Transaction<Schema>,
  programId: number,
  partnerId: number,
  decision: { status: PartnerStatus; decided_at: Date },
): Promise<boolean> {
  const updatedRow = await transaction
    .updateTable('program_enrollments')
    .set(decision)
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where('status', 'not in', [decision.status, 'closed'])
    .returning('partner_id')
    .executeTakeFirst()
  return updatedRow !== undefined
}

/** Pauses payouts. @returns false if the program has no such partner */
export async function holdPartner(
  transaction: Transaction<Schema>,
  programId: number,
  partnerId: number,
  { reason, actorId, at }: { reason: string; actorId: string; at: Date },
): Promise<boolean> {
  const heldRow = await transaction
    .updateTable('program_enrollments')
    .set({ payout_hold_reason: reason, payouts_held_at: at, payouts_held_by: actorId })
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .returning('partner_id')
    .executeTakeFirst()
  return heldRow !== undefined
}

/**
 * Resumes payouts.
 * @returns false if the program has no such partner with paused payouts
 */
export async function releasePartner(
  transaction: Transaction<Schema>,
  programId: number,
  partnerId: number,
): Promise<boolean> {
  const releasedRow = await transaction
    .updateTable('program_enrollments')
    .set({ payout_hold_reason: null, payouts_held_at: null, payouts_held_by: null })
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where('payout_hold_reason', 'is not', null)
    .returning('partner_id')
    .executeTakeFirst()
  return releasedRow !== undefined
}

/** Locks a partner while their links are counted. Doesn't block customers or sales. */
export async function lockProgramEnrollment(
  queries: Queries,
  programId: number,
  partnerId: number,
): Promise<PartnerStatus | undefined> {
  const row = await queries
    .selectFrom('program_enrollments')
    .select('status')
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.status
}

/** Locks several partners in a fixed order. */
export async function lockProgramEnrollments(
  queries: Queries,
  programId: number,
  partnerIds: readonly number[],
): Promise<void> {
  await queries
    .selectFrom('program_enrollments')
    .select('partner_id')
    .where('program_id', '=', programId)
    .where('partner_id', '=', sql<number>`any (${[...partnerIds]}::bigint[])`)
    .orderBy('partner_id')
    .forNoKeyUpdate()
    .execute()
}

function selectPartners(queries: Queries, programId: number) {
  return queries
    .selectFrom('program_enrollments as pp')
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .leftJoin('uncounted_clicks as u', (join) =>
      join.on('u.program_id', '=', programId).onRef('u.partner_id', '=', 'pp.partner_id'),
    )
    .leftJoin('partner_groups as g', (join) =>
      join.on('g.program_id', '=', programId).onRef('g.id', '=', 'pp.group_id'),
    )
    .select([
      'pp.partner_id',
      'p.name',
      'p.email',
      'pp.status',
      'pp.created_at',
      'pp.decided_at',
      'p.closed_at',
      'pp.payout_hold_reason',
      'pp.payouts_held_at',
      'pp.group_id',
      'g.name as group_name',
    ])
    .select(({ fn, lit }) => fn.coalesce('u.clicks', lit(0)).as('uncounted_clicks'))
    .select(
      sql<string[]>`array(select t.tag from partner_tags t
        where t.program_id = ${programId} and t.partner_id = pp.partner_id order by t.tag)`.as('tags'),
    )
    .where('pp.program_id', '=', programId)
}
