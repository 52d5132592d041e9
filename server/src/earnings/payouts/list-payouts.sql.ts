import { sql } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import { countRows, type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { PayoutStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { payableDetailsVersion, refundedSinceCreated } from './payouts.sql.ts'

/** A payout with its partner. The amount is a string because it may exceed a safe integer. */
export type PayoutRow = QueryRow<typeof listPayouts>

export interface PayoutFilter {
  status: PayoutStatus | undefined
  partnerId: number | undefined
  currency: Currency | undefined
  batchId: number | undefined
}

/** Lists payouts, newest first. Open payouts have the details version that applies at `filter.at`. */
export function listPayouts(
  queries: Queries,
  programId: number,
  filter: PayoutFilter & { at: Date },
  page: PageRequest,
) {
  let query = selectPayouts(queries, programId, filter.at)
  if (filter.status !== undefined) query = query.where('o.status', '=', filter.status)
  if (filter.partnerId !== undefined) query = query.where('o.partner_id', '=', filter.partnerId)
  if (filter.currency !== undefined) query = query.where('o.currency', '=', filter.currency)
  if (filter.batchId !== undefined) query = query.where('o.batch_id', '=', filter.batchId)
  return selectPage(query, 'o.created_at', 'o.id', page)
}

/** Counts open payouts, up to `limit`. */
export async function countOpenPayouts(queries: Queries, programId: number, limit: number): Promise<number> {
  const open = queries
    .selectFrom('payouts')
    .select('id')
    .where('program_id', '=', programId)
    .where('status', '=', 'open')
  return countRows(open, limit)
}

export function findPayout(queries: Queries, programId: number, payoutId: number, at: Date) {
  return selectPayouts(queries, programId, at).where('o.id', '=', payoutId).executeTakeFirst()
}

export function listPayoutItems(queries: Queries, programId: number, payoutId: number, page: PageRequest) {
  const query = queries
    .selectFrom('payout_items as i')
    .innerJoin('commissions as c', (join) =>
      join.on('c.program_id', '=', programId).onRef('c.id', '=', 'i.commission_id'),
    )
    .leftJoin('sale_events as s', (join) =>
      join.on('s.program_id', '=', programId).onRef('s.id', '=', 'c.sale_id'),
    )
    .select([
      'i.commission_id',
      'c.sale_id',
      's.transaction_id',
      'c.lead_id',
      'i.amount_cents',
      'i.earned_at',
      'c.status',
    ])
    .where('i.program_id', '=', programId)
    .where('i.payout_id', '=', payoutId)
  return selectPage(query, 'i.earned_at', 'i.commission_id', page)
}

/** A batch's open payouts in one currency. */
export interface OpenBatchRow {
  batch_id: number
  created_at: Date
  currency: Currency
  payouts: number
  amount_cents: string
}

/** Lists the newest batches with open payouts: one row per currency. */
export async function listOpenBatches(
  queries: Queries,
  programId: number,
  batches: number,
): Promise<OpenBatchRow[]> {
  const { rows } = await sql<OpenBatchRow>`
    with newest as (
      select o.batch_id from payouts o where o.program_id = ${programId} and o.status = 'open'
      group by o.batch_id order by max(o.created_at) desc, o.batch_id desc limit ${batches})
    select o.batch_id, b.created_at, o.currency, count(*) as payouts, sum(o.amount_cents)::text as amount_cents
    from newest n
    join payout_batches b on b.program_id = ${programId} and b.id = n.batch_id
    join payouts o on o.program_id = ${programId} and o.batch_id = n.batch_id and o.status = 'open'
    group by o.batch_id, b.created_at, o.currency
    order by b.created_at desc, o.batch_id desc, o.currency`.execute(queries)
  return rows
}

function selectPayouts(queries: Queries, programId: number, at: Date) {
  return queries
    .selectFrom('payouts as o')
    .innerJoinLateral(
      // Without the limit, the planner starts with the batches of a program that is newer than its statistics.
      (batches) =>
        batches
          .selectFrom('payout_batches as b')
          .select(['b.kind', 'b.created_by'])
          .where('b.program_id', '=', programId)
          .whereRef('b.id', '=', 'o.batch_id')
          .limit(1)
          .as('b'),
      (join) => join.onTrue(),
    )
    .innerJoin('program_enrollments as pp', (join) =>
      join.on('pp.program_id', '=', programId).onRef('pp.partner_id', '=', 'o.partner_id'),
    )
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .leftJoin('users as maker', 'maker.id', 'b.created_by')
    .leftJoin('users as closer', 'closer.id', 'o.closed_by')
    .leftJoin('management_keys as maker_key', (join) =>
      join.on(sql`'key:' || maker_key.id`, '=', sql.ref('b.created_by')),
    )
    .leftJoin('management_keys as closer_key', (join) =>
      join.on(sql`'key:' || closer_key.id`, '=', sql.ref('o.closed_by')),
    )
    .select([
      'o.id',
      'o.batch_id',
      'b.kind',
      'o.partner_id',
      'p.name as partner_name',
      'p.email as partner_email',
      'o.currency',
      sql<string>`o.amount_cents::text`.as('amount_cents'),
      refundedSinceCreated(programId).as('refunded_cents'),
      'o.commissions',
      'o.status',
      'o.reference',
      'o.created_at',
      sql<string | null>`coalesce(maker.name, maker_key.name)`.as('created_by'),
      'o.closed_at',
      'o.details_version',
      'o.filed_at',
      payableDetailsVersion(programId, at).as('current_details_version'),
      sql<string | null>`coalesce(closer.name, closer_key.name)`.as('closed_by'),
      'pp.status as partner_status',
      'pp.payout_hold_reason',
    ])
    .where('o.program_id', '=', programId)
}
