import { type RawBuilder, sql } from 'kysely'
import { BASE_CURRENCY, DECIMALS } from '../../core/money/currency.ts'

/**
 * Checks that recompute each amount, currency and partner from its cause: a commission from its sale and policy
 * version, a fee from its sale, a payout item from its commission, an invoice line from its fee and rate. They
 * find any change of a row that its cause doesn't share.
 */
export const CAUSE_CHECKS = {
  sale_partner: 'the partner of the sale, and of its customer',
  commission_amount: 'the amount of the commission, and what its sale or lead earns by its policy version',
  commission_currency: 'whether the commission has the currency of its sale, policy or lead (1)',
  commission_partner: 'the partner of the commission, and of its customer',
  commission_customer: 'the customer of the commission, and of its sale or lead',
  commission_missing: 'the commissions decided for the sale or lead, and those it has',
  commission_unrecorded:
    'whether the commission is no longer pending (1), and whether its history says so (1)',
  commission_changes: 'what the changes of the commission took from it and gave back, and what is gone of it',
  fee_amount: 'the amount of the platform fee, and its share of the sale',
  fee_currency: 'whether the platform fee has the currency of its sale (1)',
  payout_partner: 'the items of the payout, and those with its partner and currency',
  payout_item: 'what the item pays of its commission, and what was unpaid',
  line_fee: 'whether the invoice line has the sale and currency of its fee (1)',
  line_rate: 'the exchange rate of the line, and of its invoice',
  line_usd: 'the US cents of the line, and its amount at its rate, or its share of what was charged',
  clicks_kept: 'the clicks in the stored totals of a deleted month, and the deleted clicks',
  calls_recorded: 'the requests counted as recorded, and their maximum number',
} as const
export type CauseCheck = keyof typeof CAUSE_CHECKS

/** For each check, the statement of its pairs: subject, stored value, computed value. */
export const CAUSE_STATEMENTS: Readonly<Record<CauseCheck, (programId: number) => RawBuilder<unknown>>> = {
  sale_partner: salePartners,
  commission_amount: commissionAmounts,
  commission_currency: commissionCurrencies,
  commission_partner: commissionPartners,
  commission_customer: commissionCustomers,
  commission_missing: commissionsDecided,
  commission_unrecorded: commissionsUnrecorded,
  commission_changes: commissionChanges,
  fee_amount: feeAmounts,
  fee_currency: feeCurrencies,
  payout_partner: payoutPartners,
  payout_item: payoutItems,
  line_fee: linesOfFees,
  line_rate: lineRates,
  line_usd: lineUsd,
  clicks_kept: clicksKept,
  calls_recorded: callsRecorded,
}

/** `numerator / denominator`, rounded half up in integers like `money.rule`; neither is negative. */
const halfUp = (numerator: RawBuilder<unknown>, denominator: RawBuilder<unknown>) =>
  sql`div(2 * (${numerator}) + ${denominator}, 2 * ${denominator})`

const shareOf = (cents: RawBuilder<unknown>, rate: RawBuilder<unknown>) =>
  halfUp(sql`(${cents})::numeric * ${rate}`, sql`10000::numeric`)

function salePartners(programId: number) {
  return sql`
    select 'sale ' || s.id as subject, s.partner_id::numeric as stored, u.partner_id::numeric as computed
    from sale_events s join customers u on u.program_id = ${programId} and u.id = s.customer_id
    where s.program_id = ${programId} and not s.is_test`
}

/** Commissions `c` with their sale `s` and policy version `y`, or with their lead `l`; `u` is the customer. */
const withCauses = (programId: number) => sql`
  from commissions c
  join customers u on u.program_id = ${programId} and u.id = c.customer_id
  left join sale_events s on s.program_id = ${programId} and s.id = c.sale_id
  left join commission_policies y on y.program_id = ${programId} and y.id = c.policy_id
  left join lead_events l on l.program_id = ${programId} and l.id = c.lead_id
  where c.program_id = ${programId}`

function commissionAmounts(programId: number) {
  const base = sql`s.amount_cents - case y.commission_base when 'amount_without_tax' then coalesce(s.tax_amount_cents, 0) else 0 end`
  // A lead version without a stored amount is trusted.
  return sql`
    select 'commission ' || c.id as subject, c.amount_cents::numeric as stored,
      case when c.kind = 'lead' then coalesce(l.commission_cents, c.amount_cents)::numeric
        when y.type = 'flat' then y.amount_cents::numeric
        else ${shareOf(base, sql`y.rate_bps`)} end as computed
    ${withCauses(programId)}`
}

function commissionCurrencies(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, 1::numeric as computed,
      (c.currency = coalesce(s.currency, l.commission_currency, c.currency)
        and c.currency = coalesce(y.currency, c.currency))::int::numeric as stored
    ${withCauses(programId)}`
}

function commissionPartners(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, c.partner_id::numeric as stored, u.partner_id::numeric as computed
    ${withCauses(programId)}`
}

function commissionCustomers(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, c.customer_id::numeric as stored,
      coalesce(s.customer_id, l.customer_id)::numeric as computed
    ${withCauses(programId)}`
}

function commissionsDecided(programId: number) {
  return sql`
    select 'sale ' || s.id as subject, (s.decision_code = 'with_commission')::int::numeric as stored, count(c.id)::numeric as computed
    from sale_events s left join commissions c on c.program_id = ${programId} and c.sale_id = s.id
    where s.program_id = ${programId} and s.decision_code is not null group by s.id, s.decision_code
    union all
    select 'lead ' || l.id, 1::numeric, count(c.id)::numeric
    from lead_events l left join commissions c on c.program_id = ${programId} and c.lead_id = l.id
    where l.program_id = ${programId} and l.commission_cents is not null group by l.id`
}

function commissionsUnrecorded(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, (c.status <> 'pending')::int::numeric as stored,
      (exists (select 1 from commission_changes h
        where h.program_id = ${programId} and h.commission_id = c.id and h.to_status <> 'pending'))::int::numeric as computed
    from commissions c where c.program_id = ${programId} and c.status <> 'pending'`
}

/** Sums are independent of order, so changes at the same instant don't matter. */
function commissionChanges(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, h.cents as stored, -c.reversed_cents::numeric as computed
    from commissions c left join (
      select h.commission_id, sum(h.to_amount_cents::numeric - h.from_amount_cents - h.adjusted_cents) as cents
      from commission_changes h where h.program_id = ${programId} group by h.commission_id
    ) h on h.commission_id = c.id
    where c.program_id = ${programId}`
}

function feeAmounts(programId: number) {
  return sql`
    select 'fee ' || f.id as subject, f.amount_cents::numeric as stored, ${shareOf(sql`s.amount_cents`, sql`f.rate_bps`)} as computed
    from platform_fees f join sale_events s on s.program_id = ${programId} and s.id = f.sale_id
    where f.program_id = ${programId}`
}

function feeCurrencies(programId: number) {
  return sql`
    select 'fee ' || f.id as subject, (f.currency = s.currency)::int::numeric as stored, 1::numeric as computed
    from platform_fees f join sale_events s on s.program_id = ${programId} and s.id = f.sale_id
    where f.program_id = ${programId}`
}

function payoutPartners(programId: number) {
  return sql`
    select 'payout ' || p.id as subject, count(*)::numeric as stored,
      count(*) filter (where c.partner_id = p.partner_id and c.currency = p.currency)::numeric as computed
    from payouts p
    join payout_items i on i.program_id = ${programId} and i.payout_id = p.id
    join commissions c on c.program_id = ${programId} and c.id = i.commission_id
    where p.program_id = ${programId} group by p.id`
}

/**
 * An item takes what was unpaid of its commission at some moment of its history. If the stored amount is one of
 * those, it is correct; otherwise the current one is expected.
 */
function payoutItems(programId: number) {
  return sql`
    select 'payout ' || i.payout_id || ' commission ' || i.commission_id as subject, i.amount_cents::numeric as stored,
      case when i.amount_cents + i.before_cents = i.commission_cents or exists (
          select 1 from commission_changes h where h.program_id = ${programId} and h.commission_id = i.commission_id
            and h.to_amount_cents = i.amount_cents + i.before_cents)
        then i.amount_cents::numeric else i.left_cents - i.before_cents end as computed
    from (
      select i.payout_id, i.commission_id, i.amount_cents, c.amount_cents as commission_cents,
        c.amount_cents - c.reversed_cents as left_cents,
        coalesce(sum(case when p.status = 'paid' then i.amount_cents::numeric else 0 end) over (
          partition by i.commission_id order by i.payout_id rows between unbounded preceding and 1 preceding), 0)
          as before_cents
      from payout_items i
      join payouts p on p.program_id = ${programId} and p.id = i.payout_id
      join commissions c on c.program_id = ${programId} and c.id = i.commission_id
      where i.program_id = ${programId}
    ) i`
}

function linesOfFees(programId: number) {
  return sql`
    select 'invoice ' || v.sequence || ' fee ' || l.fee_id as subject, 1::numeric as computed,
      (l.currency = f.currency and l.sale_id = f.sale_id)::int::numeric as stored
    ${lines(programId)} where l.program_id = ${programId}`
}

function lineRates(programId: number) {
  return sql`
    select 'invoice ' || v.sequence || ' fee ' || l.fee_id as subject, l.exchange_rate::numeric as stored,
      case when l.currency = ${BASE_CURRENCY} then 1 else (v.exchange_rates ->> l.currency)::numeric end as computed
    ${lines(programId)} where l.program_id = ${programId} and l.kind = 'fee'`
}

const lines = (programId: number) => sql`
  from invoice_lines l
  join invoices v on v.program_id = ${programId} and v.id = l.invoice_id
  join platform_fees f on f.program_id = ${programId} and f.id = l.fee_id`

/** US cents per minor unit at a rate of 1: a dong is worth a hundred, a Kuwaiti fils a tenth. */
const centsOfUnits = sql`
  10::numeric ^ (${DECIMALS[BASE_CURRENCY]}::integer - (${JSON.stringify(DECIMALS)}::jsonb ->> l.currency)::integer)`

/** Invoice lines of a fee in order, each with what was invoiced before it. */
function lineUsd(programId: number) {
  const kept = halfUp(sql`l.before_usd_cents * (l.before_cents + l.amount_cents)`, sql`l.before_cents`)
  return sql`
    select 'invoice ' || l.sequence || ' fee ' || l.fee_id as subject, l.usd_cents as stored,
      case l.kind
        when 'fee' then floor(l.amount_cents * l.exchange_rate::numeric * ${centsOfUnits} + 0.5)
        when 'credit' then case when l.before_cents > 0 then ${kept} - l.before_usd_cents else 0 end
        else (select case when o.amount_cents = -l.amount_cents then -o.usd_cents else 0 end from invoice_lines o
          where o.program_id = ${programId} and o.invoice_id = l.voids_invoice_id and o.fee_id = l.fee_id)
        end as computed
    from (
      select l.*, v.sequence, v.voids_invoice_id,
        coalesce(sum(l.amount_cents::numeric) over earlier, 0) as before_cents,
        coalesce(sum(l.usd_cents) over earlier, 0) as before_usd_cents
      from invoice_lines l join invoices v on v.program_id = ${programId} and v.id = l.invoice_id
      where l.program_id = ${programId}
      window earlier as (partition by l.fee_id order by v.sequence rows between unbounded preceding and 1 preceding)
    ) l`
}

/**
 * Stored totals never exceed the deleted clicks, as rebuilt statistics rely on them. They may be lower: a click
 * whose ID changed, because a person was erased between its archive and its deletion, is archived again.
 */
function clicksKept(programId: number) {
  return sql`
    select 'clicks of ' || to_char(k.month, 'YYYY-MM') as subject, k.clicks as stored,
      least(k.clicks, coalesce(g.clicks, 0)) as computed
    from (
      select date_trunc('month', a.slot at time zone 'UTC')::date as month, sum(a.clicks)::numeric as clicks
      from archived_clicks a where a.program_id = ${programId} group by 1
    ) k left join (
      select c.month, sum(c.clicks)::numeric as clicks
      from click_archives c where c.program_id = ${programId} group by c.month
    ) g on g.month = k.month`
}

/**
 * Requests are counted after their commit, and a count may be lost but never repeated. So there are at least as
 * many clicks, leads, sales and commissions as counted requests, and more with processor events.
 */
function callsRecorded(programId: number) {
  const counted = (type: string, ...outcomes: string[]) => sql`
    coalesce((select sum(d.requests) from request_counts d
      where d.program_id = ${programId} and d.type = ${type} and d.outcome = any (${outcomes}::text[])), 0)`
  return sql`
    select c.subject, c.counted as stored, least(c.counted, c.most) as computed
    from (
      select 'click calls' as subject, ${counted('click', 'counted')} as counted, (
          select count(*) from click_events e where e.program_id = ${programId} and not e.is_test
        ) + coalesce((select sum(a.clicks) from archived_clicks a where a.program_id = ${programId}), 0) as most
      union all
      select 'lead calls that settled', ${counted('lead', 'settled')}, (
        select count(*) from lead_events l
        where l.program_id = ${programId} and not l.is_test and l.state = 'settled')
      union all
      select 'provisional lead calls', ${counted('lead', 'provisional')}, (
        select count(*) from lead_events l where l.program_id = ${programId} and not l.is_test)
      union all
      select 'sale calls', ${counted('sale', 'with_commission', 'no_policy', 'policy_ended')}, (
        select count(*) from sale_events s where s.program_id = ${programId} and not s.is_test)
      union all
      select 'sale calls with a commission', ${counted('sale', 'with_commission')}, (
        select count(*) from commissions m where m.program_id = ${programId} and m.kind = 'sale')
    ) c`
}
