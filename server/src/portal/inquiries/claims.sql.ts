import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { countRows, type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { ClaimState } from '../../core/enums.ts'

export type ClaimRow = Selectable<Schema['claims']>

export interface NewClaim {
  program_id: number
  partner_id: number
  transaction_id: string | null
  day: string | null
  note: string
  created_at: Date
}

/**
 * Inserts a claim.
 * @returns undefined if the partner already has an open claim for this order or day
 */
export function insertClaim(transaction: Transaction<Schema>, claim: NewClaim) {
  return transaction
    .insertInto('claims')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Counts the partner's open claims, and those created since a given time. */
export async function countPartnerClaims(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  since: Date,
): Promise<{ open: number; made: number }> {
  const { rows } = await sql<{ open: number; made: number }>`
    select (count(*) filter (where m.state = 'open'))::int as open,
      (count(*) filter (where m.created_at > ${since}::timestamptz))::int as made
    from claims m where m.program_id = ${programId} and m.partner_id = ${partnerId}`.execute(queries)
  return rows[0] ?? { open: 0, made: 0 }
}

/** Locks a claim before it is decided or withdrawn. */
export function lockClaim(queries: Queries, programId: number, claimId: number) {
  return queries
    .selectFrom('claims')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', claimId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type ClaimEnd =
  | { state: 'approved'; sale_id: number; message: string | null; decided_by: string; closed_at: Date }
  | { state: 'rejected'; message: string; decided_by: string; closed_at: Date }
  | { state: 'withdrawn'; closed_at: Date }

/**
 * Closes a claim.
 * @returns undefined if it is no longer open
 */
export function closeClaim(
  transaction: Transaction<Schema>,
  { program_id, id }: Pick<ClaimRow, 'program_id' | 'id'>,
  end: ClaimEnd,
) {
  return transaction
    .updateTable('claims')
    .set(end)
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()
}

export function findOwnClaim(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  claimId: number,
) {
  return queries
    .selectFrom('claims')
    .selectAll()
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where('id', '=', claimId)
    .executeTakeFirst()
}

/** Lists a partner's claims, newest first. */
export function listOwnClaims(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  page: PageRequest,
) {
  const query = queries
    .selectFrom('claims as m')
    .leftJoin('commissions as c', (join) =>
      join.on('c.program_id', '=', programId).onRef('c.sale_id', '=', 'm.sale_id'),
    )
    .selectAll('m')
    .select('c.id as commission_id')
    .where('m.program_id', '=', programId)
    .where('m.partner_id', '=', partnerId)
  return selectPage(query, 'm.created_at', 'm.id', page)
}

/** A claim with the team member who decided on it. */
export interface TeamClaim extends ClaimRow {
  partner_name: string
  /** Null after the user was deleted. */
  decider_name: string | null
  commission_id: number | null
}

/** Lists a program's claims, newest first. */
export function listClaims(
  queries: Queries,
  programId: number,
  filter: { state: ClaimState | undefined; partnerId: number | undefined },
  page: PageRequest,
) {
  let query = selectClaims(queries, programId)
  if (filter.state !== undefined) query = query.where('m.state', '=', filter.state)
  if (filter.partnerId !== undefined) query = query.where('m.partner_id', '=', filter.partnerId)
  return selectPage(query, 'm.created_at', 'm.id', page)
}

/**
 * Loads a claim.
 * @returns undefined if the program has no claim with this ID
 */
export function findClaim(queries: Queries, programId: number, claimId: number) {
  return selectClaims(queries, programId).where('m.id', '=', claimId).executeTakeFirst()
}

/** Counts open claims, up to `maxCount`. */
export async function countOpenClaims(
  queries: Queries,
  programId: number,
  maxCount: number,
): Promise<number> {
  const open = queries
    .selectFrom('claims')
    .select('id')
    .where('program_id', '=', programId)
    .where('state', '=', 'open')
  return countRows(open, maxCount)
}

function selectClaims(queries: Queries, programId: number) {
  return queries
    .selectFrom('claims as m')
    .innerJoin('program_enrollments as pp', (join) =>
      join.on('pp.program_id', '=', programId).onRef('pp.partner_id', '=', 'm.partner_id'),
    )
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .leftJoin('commissions as c', (join) =>
      join.on('c.program_id', '=', programId).onRef('c.sale_id', '=', 'm.sale_id'),
    )
    .leftJoin('users as u', 'u.id', 'm.decided_by')
    .selectAll('m')
    .select(['p.name as partner_name', 'u.name as decider_name', 'c.id as commission_id'])
    .where('m.program_id', '=', programId)
}

/** Loads the commission of a sale that was created from a claim, less the refunds that its payment already had. */
export function findClaimedCommission(queries: Queries, programId: number, saleId: number) {
  return queries
    .selectFrom('commissions')
    .select(({ eb }) => eb('amount_cents', '-', eb.ref('reversed_cents')).as('amount_cents'))
    .select(['currency', 'hold_until'])
    .where('program_id', '=', programId)
    .where('sale_id', '=', saleId)
    .executeTakeFirstOrThrow()
}
