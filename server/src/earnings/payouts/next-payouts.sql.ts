import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { PartnerStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { commissionSums } from '../../statistics/commission-sums.sql.ts'

export function findPayoutTerms(queries: Queries, programId: number) {
  return queries
    .selectFrom('programs as p')
    .leftJoin('payout_settings as s', (join) => join.on('s.program_id', '=', programId))
    .select([
      'p.time_zone',
      'p.commission_approval',
      sql<Record<string, string>>`coalesce(s.minimums, '{}')`.as('minimums'),
      's.pay_day',
      's.paid_month',
      sql<boolean>`coalesce(s.details_required, false)`.as('details_required'),
    ])
    .where('p.id', '=', programId)
    .executeTakeFirst()
}

/** A partner's sums in one currency, as strings. A partner without commissions has one row without a currency. */
export interface PayeeRow {
  partner_id: number
  status: PartnerStatus
  payout_hold_reason: string | null
  has_details: boolean
  details_change_at: Date | null
  currency: Currency | null
  payable_cents: string
  open_cents: string
  on_hold_cents: string
  next_due_at: Date | null
}

/**
 * Loads the facts for some partners' next payouts at a given time. `payable_cents` is the sum that a batch would
 * include.
 */
export async function listPayees(
  queries: Queries,
  programId: number,
  partnerIds: readonly number[],
  at: Date,
) {
  const { rows } = await sql<PayeeRow>`
    select pp.partner_id, pp.status, pp.payout_hold_reason, d.has_details, d.details_change_at, s.currency,
      s.payable_cents, s.open_cents, s.on_hold_cents, s.next_due_at
    from program_enrollments pp
    cross join lateral (
      select coalesce(bool_or(v.usable_at <= ${at}::timestamptz), false) as has_details,
        max(v.usable_at) filter (where v.usable_at > ${at}::timestamptz) as details_change_at
      from payout_details v
      where v.program_id = ${programId} and v.partner_id = pp.partner_id and v.withdrawn_at is null
    ) d
    left join lateral (
      select c.currency, sum(c.payable_cents)::text as payable_cents,
        coalesce(sum(${OWED} - c.payable_cents) filter (where c.status <> 'pending'), 0)::text as open_cents,
        coalesce(sum(${OWED}) filter (where c.status = 'pending'), 0)::text as on_hold_cents,
        (
          select min(m.hold_until) from commissions m
          where m.program_id = ${programId} and m.partner_id = pp.partner_id and m.currency = c.currency
            and m.status = 'pending' and m.hold_reason is null
        ) as next_due_at
      from ${commissionSums(sql`program_id = ${programId} and partner_id = pp.partner_id`)} c
      group by c.currency having sum(c.commissions) > 0
    ) s on true
    where pp.program_id = ${programId} and pp.partner_id = any (${[...partnerIds]}::bigint[])
    order by pp.partner_id, s.currency`.execute(queries)
  return rows
}

const OWED = sql`(c.amount_cents - c.reversed_cents - c.paid_cents)`
