import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { CommissionStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { EarningPayout, ReversalSums } from './own-earning.ts'

export interface EarningFilter {
  status: CommissionStatus | undefined
  currency: Currency | undefined
  from: Date | undefined
  to: Date | undefined
}

/** Lists a partner's earnings, newest first. */
export function listOwnEarnings(
  queries: Queries,
  partner: { programId: number; partnerId: number },
  filter: EarningFilter,
  page: PageRequest,
) {
  return selectPage(selectEarnings(queries, partner).where(matches(filter)), 'c.created_at', 'c.id', page)
}

/** Sums the listed earnings by currency. */
export async function sumOwnEarnings(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  filter: EarningFilter,
) {
  return queries
    .selectFrom('commissions as c')
    .select([
      'c.currency',
      sql<number>`count(*)::integer`.as('earnings'),
      sql<string>`sum(c.amount_cents)::text`.as('amount_cents'),
      sql<string>`sum(c.reversed_cents)::text`.as('reversed_cents'),
      sql<string>`sum(c.paid_cents)::text`.as('paid_cents'),
    ])
    .where('c.program_id', '=', programId)
    .where('c.partner_id', '=', partnerId)
    .where(matches(filter))
    .groupBy('c.currency')
    .orderBy('c.currency')
    .execute()
}

function matches({ status, currency, from, to }: EarningFilter) {
  const conditions = [
    ...(status === undefined ? [] : [hasStatus(status)]),
    ...(currency === undefined ? [] : [sql`c.currency = ${currency}`]),
    ...(from === undefined ? [] : [sql`c.created_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`c.created_at <= ${to}::timestamptz`]),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Selects partly reversed commissions as `reversed` too, in addition to their own status. */
function hasStatus(status: CommissionStatus) {
  return status === 'reversed'
    ? sql`(c.status = 'reversed' or c.reversed_cents > 0)`
    : sql`c.status = ${status}`
}

/**
 * Loads an earning.
 * @returns undefined if the partner has no commission with this ID
 */
export function findOwnEarning(
  queries: Queries,
  partner: { programId: number; partnerId: number },
  id: number,
) {
  return selectEarnings(queries, partner).where('c.id', '=', id).executeTakeFirst()
}

function selectEarnings(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
) {
  return queries
    .selectFrom('commissions as c')
    .innerJoin('customers as u', (join) =>
      join.on('u.program_id', '=', programId).onRef('u.id', '=', 'c.customer_id'),
    )
    .leftJoin('links as l', (join) => join.on('l.program_id', '=', programId).onRef('l.id', '=', 'u.link_id'))
    .leftJoin('customer_attributions as a', (join) =>
      join.on('a.program_id', '=', programId).onRef('a.customer_id', '=', 'u.id'),
    )
    .leftJoin('coupon_codes as o', (join) =>
      join.on('o.program_id', '=', programId).onRef('o.id', '=', 'a.coupon_id'),
    )
    .leftJoin('sale_events as s', (join) =>
      join.on('s.program_id', '=', programId).onRef('s.id', '=', 'c.sale_id'),
    )
    .leftJoin('commission_policies as k', (join) =>
      join.on('k.program_id', '=', programId).onRef('k.id', '=', 'c.policy_id'),
    )
    .select([
      'c.id',
      'c.kind',
      'c.status',
      'c.currency',
      'c.amount_cents',
      'c.reversed_cents',
      'c.paid_cents',
      'c.created_at',
      'c.hold_until',
      'c.hold_reason',
      'c.approved_at',
      'c.rejected_at',
      'c.customer_id',
      'u.click_uuid',
      'u.clicked_at',
      'u.attribution_source',
      'o.code as coupon_code',
      'l.code as link_code',
      'u.signup_at',
      's.reported_at as sold_at',
      's.received_at as sale_received_at',
      's.amount_cents as sale_cents',
      's.tax_amount_cents as tax_cents',
      's.refunded_cents',
      's.is_recurring as is_renewal',
      's.product_id',
      'k.type as policy_type',
      'k.rate_bps as policy_rate_bps',
      'k.amount_cents as policy_amount_cents',
      'k.product_id as policy_product_id',
      'k.duration as policy_duration',
      'k.duration_months as policy_duration_months',
      'k.commission_base as policy_commission_base',
    ])
    .select(
      sql<boolean>`exists (select 1 from refund_events d where d.program_id = ${programId} and d.sale_id = c.sale_id
        and not d.is_test and d.kind = 'dispute' and d.withdrawn_at is null)`.as('is_disputed'),
    )
    .select(sql<number | null>`(${lastPayout(programId)})`.as('payout_id'))
    .select(
      sql<Date | null>`(select m.closed_at from claims m where m.program_id = ${programId} and m.sale_id = c.sale_id)`.as(
        'claim_approved_at',
      ),
    )
    .where('c.program_id', '=', programId)
    .where('c.partner_id', '=', partnerId)
}

/** Selects the newest payout that includes the commission and was not canceled. */
function lastPayout(programId: number) {
  return sql`select o.id from payout_items i
    join payouts o on o.program_id = ${programId} and o.id = i.payout_id
    where i.program_id = ${programId} and i.commission_id = c.id and o.status <> 'canceled'
    order by o.created_at desc, o.id desc limit 1`
}

/** Lists the payouts that include the commission and were not canceled, oldest first. */
export async function listEarningPayouts(queries: Queries, programId: number, commissionId: number) {
  const { rows } = await sql<EarningPayout>`
    select o.id, o.status, i.amount_cents, o.created_at, o.closed_at from payout_items i
    join payouts o on o.program_id = ${programId} and o.id = i.payout_id
    where i.program_id = ${programId} and i.commission_id = ${commissionId} and o.status <> 'canceled'
    order by o.created_at, o.id`.execute(queries)
  return rows
}

/**
 * Loads a commission's reversals.
 * @returns undefined if nothing was reversed; adjustments to the sale don't count as reversals
 */
export async function findReversals(
  queries: Queries,
  programId: number,
  commissionId: number,
): Promise<ReversalSums | undefined> {
  const { times, last_at } = await queries
    .selectFrom('commission_changes')
    .select([sql<number>`count(*)::integer`.as('times'), sql<Date | null>`max(changed_at)`.as('last_at')])
    .where('program_id', '=', programId)
    .where('commission_id', '=', commissionId)
    .where(sql<boolean>`to_amount_cents < from_amount_cents + adjusted_cents`)
    .executeTakeFirstOrThrow()
  return last_at === null ? undefined : { times, last_at }
}
