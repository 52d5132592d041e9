import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { PageRequest } from '../../core/database/page.sql.ts'
import type { PartnerStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { commissionSums } from '../../statistics/commission-sums.sql.ts'
import { type BatchRequest, dueBalances } from './payouts.sql.ts'

/** A partner's balance in one currency. Sums are strings because they may exceed safe integers. */
export interface Balance {
  currency: Currency
  pending_cents: string
  approved_cents: string
  paid_cents: string
  owed_cents: string
}

/** A partner with commissions, with their balance per currency. */
export interface PartnerBalances {
  partner_id: number
  partner_name: string
  joined_at: Date
  status: PartnerStatus
  payout_hold_reason: string | null
  balances: Balance[]
}

export interface BalanceFilter {
  partnerId: number | undefined
  currency: Currency | undefined
  /** Limits the list to partners with a balance that this batch would pay. */
  due?: BatchRequest | undefined
}

/**
 * Reads a page of partners' balances from their totals, newest partner first. `owed_cents` is the amount of approved
 * commissions after reversals, minus the amount paid. It is negative if a commission was reversed after it was paid.
 */
export async function listBalances(
  queries: Queries,
  programId: number,
  { partnerId, currency, due }: BalanceFilter,
  { rows, after }: PageRequest,
) {
  const currencyFilter = currency === undefined ? sql`true` : sql`currency = ${currency}`
  const selectSums = (column: string) =>
    commissionSums(sql`program_id = ${programId} and partner_id = ${sql.ref(column)} and ${currencyFilter}`)
  const partnerFilter = partnerId === undefined ? sql`true` : sql`e.partner_id = ${partnerId}`
  const isDue =
    due === undefined
      ? sql`true`
      : sql`exists (select from ${dueBalances(programId, due, sql`partner_id = e.partner_id`)} d)`
  const isLater =
    after === undefined
      ? sql`true`
      : sql`(e.created_at, e.partner_id) < (${after.at}::timestamptz, ${after.id}::bigint)`
  const result = await sql<PartnerBalances>`
    with page as (
      select e.program_id, e.workspace_id, e.partner_id, e.created_at, e.status, e.payout_hold_reason
      from program_enrollments e
      where e.program_id = ${programId} and ${partnerFilter} and ${isDue} and ${isLater}
        and (select sum(c.commissions) from ${selectSums('e.partner_id')} c) > 0
      order by e.created_at desc, e.partner_id desc limit ${rows + 1}
    )
    select page.partner_id, p.name as partner_name, page.created_at as joined_at, page.status,
      page.payout_hold_reason, b.balances
    from page
    join partners p on p.workspace_id = page.workspace_id and p.id = page.partner_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('currency', s.currency, 'pending_cents', s.pending_cents::text,
        'approved_cents', s.approved_cents::text, 'paid_cents', s.paid_cents::text,
        'owed_cents', s.owed_cents::text) order by s.currency) as balances
      from (
        select c.currency, ${BALANCE_SUMS}
        from ${selectSums('page.partner_id')} c
        group by c.currency having sum(c.commissions) > 0
      ) s
    ) b
    order by page.created_at desc, page.partner_id desc`.execute(queries)
  return result.rows
}

const REMAINING_CENTS = sql`(c.amount_cents - c.reversed_cents)`

const BALANCE_SUMS = sql`
  coalesce(sum(${REMAINING_CENTS}) filter (where c.status = 'pending'), 0) as pending_cents,
  coalesce(sum(${REMAINING_CENTS}) filter (where c.status = 'approved'), 0) as approved_cents,
  coalesce(sum(c.paid_cents), 0) as paid_cents,
  coalesce(sum(${REMAINING_CENTS} - c.paid_cents) filter (where c.status <> 'pending'), 0) as owed_cents`
