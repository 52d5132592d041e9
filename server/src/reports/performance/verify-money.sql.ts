import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { BASE_CURRENCY } from '../../core/money/currency.ts'
import { LOOKUP_CHECKS, LOOKUP_STATEMENTS, type OrphanCheck } from './verify-lookups.sql.ts'

/** A difference. Both values are strings of digits. */
export interface MoneyDifference {
  program_id: number
  /** The values that were compared. */
  check: MoneyCheck
  /** The incorrect row: `commission 7`, or `partner 3 USD`. */
  subject: string
  stored: string
  computed: string
}

/**
 * Descriptions of the checks: first the stored value, then the computed one. The checks only add, count and compare
 * stored rows. Only the rules compute what an event earns.
 */
export const MONEY_CHECKS = {
  sale_partner: 'the sale’s partner, and its customer’s partner',
  sale_refunded: 'the sale’s refunded_cents, and its refund events',
  sale_fee: 'a live sale’s platform fees, and the required one',
  commission_missing: 'the commissions decided for the sale or lead, and the ones it has',
  commission_event:
    'whether the commission has its sale’s or lead’s customer, partner and currency, and its lead’s amount (1)',
  commission_share: 'whether the commission’s remainder is its share of its sale’s remainder (1)',
  commission_history: 'the commission’s reversed_cents, and its changes',
  commission_status: 'whether the commission has its last change’s status (1)',
  commission_paid: 'the commission’s paid_cents, and its items in paid payouts',
  held_by_closed: 'the commission’s payout, and the open payout that includes it',
  fee_share:
    'whether the platform fee is its share of the sale and of the sale’s remainder, in the sale’s currency (1)',
  fee_invoiced: 'the platform fee’s invoiced_cents, and its lines',
  fee_invoiced_usd: 'the platform fee’s invoiced_usd_cents, and its lines',
  payout_amount: 'the payout’s amount, and its items',
  payout_commissions: 'the payout’s number of commissions, and its items',
  payout_partner: 'the payout’s items, and those with its partner and currency',
  invoice_total: 'the invoice’s total in US cents, and its lines',
  invoice_lines: 'the invoice’s number of lines, and its lines',
  invoice_sums: 'the invoice’s sums by kind and currency, and its lines',
  invoice_sequence: 'the highest invoice number, and the number of invoices',
  line_fee: 'whether the invoice line has its fee’s sale and currency, and its invoice’s rate (1)',
  statement_lines: 'a monthly statement’s earned, reversed and paid amounts, and its lines',
  statement_opening: 'a statement’s opening balance, and the previous one’s closing balance',
  clicks_kept: 'the clicks in a deleted month’s stored totals, and the deleted clicks',
  calls_recorded: 'the requests counted as recorded, and their maximum number',
  ...LOOKUP_CHECKS,
} as const
export type MoneyCheck = keyof typeof MONEY_CHECKS

/**
 * Returns differences in a program's amounts, at most `rows` per check. Each check is one statement, so each concurrent
 * write is seen either completely or not at all.
 */
export async function verifyProgramMoney(
  queries: Queries,
  programId: number,
  rows: number,
): Promise<MoneyDifference[]> {
  const differences: MoneyDifference[] = []
  // safe because the keys of the object are the checks
  for (const check of Object.keys(CHECKS) as (keyof typeof CHECKS)[]) {
    const result = await sql<Omit<MoneyDifference, 'program_id' | 'check'>>`
      select v.subject, coalesce(v.stored, 0)::text as stored, coalesce(v.computed, 0)::text as computed
      from (${CHECKS[check](programId)}) v
      where coalesce(v.stored, 0) <> coalesce(v.computed, 0)
      order by v.subject limit ${rows}`.execute(queries)
    differences.push(...result.rows.map((row) => ({ program_id: programId, check, ...row })))
  }
  return differences
}

/** SQL statements for the checks. Each returns its subject, the stored value and the computed value. */
const CHECKS: Readonly<Record<Exclude<MoneyCheck, OrphanCheck>, (programId: number) => RawBuilder<unknown>>> =
  {
    sale_partner: salePartners,
    sale_refunded: salesRefunded,
    sale_fee: verifySaleFees,
    commission_missing: commissionsDecided,
    commission_event: commissionEvents,
    commission_share: commissionShares,
    commission_history: commissionHistories,
    commission_status: commissionStatuses,
    commission_paid: commissionsPaid,
    held_by_closed: commissionsHeld,
    fee_share: feeShares,
    fee_invoiced: (id) =>
      childSums(id, FEE, sql`p.invoiced_cents::numeric`, sql`sum(i.amount_cents::numeric)`),
    fee_invoiced_usd: (id) => childSums(id, FEE, sql`p.invoiced_usd_cents`, sql`sum(i.usd_cents)`),
    payout_amount: (id) => childSums(id, PAYOUT, sql`p.amount_cents`, sql`sum(i.amount_cents::numeric)`),
    payout_commissions: (id) => childSums(id, PAYOUT, sql`p.commissions::numeric`, sql`count(*)::numeric`),
    payout_partner: payoutPartners,
    invoice_total: (id) => childSums(id, INVOICE, sql`p.total_usd_cents`, sql`sum(i.usd_cents)`),
    invoice_lines: (id) => childSums(id, INVOICE, sql`p.lines::numeric`, sql`count(*)::numeric`),
    invoice_sums: invoiceSums,
    invoice_sequence: invoiceSequence,
    line_fee: verifyInvoiceLines,
    statement_lines: statementLines,
    statement_opening: statementOpenings,
    clicks_kept: archivedClicks,
    calls_recorded: requestsRecorded,
    ...LOOKUP_STATEMENTS,
  }

function salePartners(programId: number) {
  return sql`
    select 'sale ' || s.id as subject, s.partner_id::numeric as stored, u.partner_id::numeric as computed
    from sale_events s join customers u on u.program_id = ${programId} and u.id = s.customer_id
    where s.program_id = ${programId} and not s.is_test`
}

function commissionsPaid(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, c.paid_cents::numeric as stored, i.cents as computed
    from commissions c left join (
      select i.commission_id, sum(i.amount_cents::numeric) as cents
      from payout_items i join payouts p on p.program_id = ${programId} and p.id = i.payout_id
      where i.program_id = ${programId} and p.status = 'paid' group by i.commission_id
    ) i on i.commission_id = c.id
    where c.program_id = ${programId}`
}

function commissionsHeld(programId: number) {
  return sql`
    select 'commission ' || coalesce(c.id, i.commission_id) as subject,
      c.payout_id::numeric as stored, i.payout_id::numeric as computed
    from (
      select c.id, c.payout_id from commissions c where c.program_id = ${programId} and c.payout_id is not null
    ) c full join (
      select i.commission_id, i.payout_id
      from payouts p join payout_items i on i.program_id = ${programId} and i.payout_id = p.id
      where p.program_id = ${programId} and p.status = 'open'
    ) i on i.commission_id = c.id`
}

/** Sums refunds without failed ones, and disputes that were not won, up to the sale's full amount. */
function salesRefunded(programId: number) {
  return sql`
    select 'sale ' || s.id as subject, s.refunded_cents::numeric as stored,
      least(greatest(r.cents, 0), s.amount_cents) as computed
    from sale_events s left join (
      select r.sale_id, sum(case when r.kind = 'failed_refund' then -r.amount_cents::numeric
        when r.withdrawn_at is null then r.amount_cents::numeric end) as cents
      from refund_events r where r.program_id = ${programId} group by r.sale_id
    ) r on r.sale_id = s.id
    where s.program_id = ${programId}`
}

function verifySaleFees(programId: number) {
  return sql`
    select 'sale ' || s.id as subject, count(f.id)::numeric as stored, 1::numeric as computed
    from sale_events s left join platform_fees f on f.program_id = ${programId} and f.sale_id = s.id
    where s.program_id = ${programId} and not s.is_test group by s.id`
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

function commissionEvents(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, 1::numeric as computed,
      (c.customer_id = coalesce(s.customer_id, l.customer_id) and c.partner_id = u.partner_id
        and c.currency = coalesce(s.currency, l.commission_currency, c.currency)
        and c.amount_cents = coalesce(l.commission_cents, c.amount_cents))::int::numeric as stored
    from commissions c
    join customers u on u.program_id = ${programId} and u.id = c.customer_id
    left join sale_events s on s.program_id = ${programId} and s.id = c.sale_id
    left join lead_events l on l.program_id = ${programId} and l.id = c.lead_id
    where c.program_id = ${programId}`
}

/** SQL condition: whether `part` is to `whole` as `share` is to `shares`, rounded to a unit in either direction. */
const isNearest = (part: string, whole: string, share: string, shares: string) =>
  sql.raw(`(2 * abs((${part})::numeric * ${shares} - (${whole})::numeric * (${share})) <= ${shares})`)

const LEFT = [
  'c.amount_cents - c.reversed_cents',
  'c.amount_cents',
  's.amount_cents - s.refunded_cents',
  's.amount_cents',
] as const

function commissionShares(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, 1::numeric as computed,
      (case when c.rejected_at is not null then c.reversed_cents = c.amount_cents
        when s.id is null then c.reversed_cents = 0
        else ${isNearest(...LEFT)} end)::int::numeric as stored
    from commissions c left join sale_events s on s.program_id = ${programId} and s.id = c.sale_id
    where c.program_id = ${programId}`
}

function feeShares(programId: number) {
  return sql`
    select 'fee ' || c.id as subject, 1::numeric as computed,
      (c.currency = s.currency and ${isNearest('c.amount_cents', 's.amount_cents', 'c.rate_bps', '10000')}
        and ${isNearest(...LEFT)})::int::numeric as stored
    from platform_fees c join sale_events s on s.program_id = ${programId} and s.id = c.sale_id
    where c.program_id = ${programId}`
}

function commissionHistories(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, c.reversed_cents::numeric as stored, h.cents as computed
    from commissions c left join (
      select h.commission_id, sum(h.from_amount_cents::numeric + h.adjusted_cents - h.to_amount_cents) as cents
      from commission_changes h where h.program_id = ${programId} group by h.commission_id
    ) h on h.commission_id = c.id
    where c.program_id = ${programId}`
}

/** Compares statuses. A commission without changes is pending. */
function commissionStatuses(programId: number) {
  return sql`
    select 'commission ' || c.id as subject, 1::numeric as computed,
      (c.status = coalesce(h.to_status, 'pending'))::int::numeric as stored
    from commissions c left join (
      select distinct on (h.commission_id) h.commission_id, h.to_status from commission_changes h
      where h.program_id = ${programId} order by h.commission_id, h.id desc
    ) h on h.commission_id = c.id
    where c.program_id = ${programId}`
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

function invoiceSequence(programId: number) {
  return sql`
    select 'invoices' as subject, max(v.sequence)::numeric as stored, count(*)::numeric as computed
    from invoices v where v.program_id = ${programId}`
}

function verifyInvoiceLines(programId: number) {
  const rate = sql`case when l.currency = ${BASE_CURRENCY} then '1' else v.exchange_rates ->> l.currency end`
  return sql`
    select 'invoice ' || v.sequence || ' fee ' || l.fee_id as subject, 1::numeric as computed,
      (l.currency = f.currency and l.sale_id = f.sale_id
        and (l.kind <> 'fee' or l.exchange_rate::numeric = (${rate})::numeric))::int::numeric as stored
    from invoice_lines l
    join invoices v on v.program_id = ${programId} and v.id = l.invoice_id
    join platform_fees f on f.program_id = ${programId} and f.id = l.fee_id
    where l.program_id = ${programId}`
}

/** A row with a stored sum of its child rows. Its alias is `p`; the children's alias is `i`. */
interface Parent {
  table: string
  children: string
  /** The children's column that refers to the parent. */
  key: string
  subject: RawBuilder<unknown>
}

const PAYOUT: Parent = {
  table: 'payouts',
  children: 'payout_items',
  key: 'payout_id',
  subject: sql`'payout ' || p.id`,
}
const INVOICE: Parent = {
  table: 'invoices',
  children: 'invoice_lines',
  key: 'invoice_id',
  subject: sql`'invoice ' || p.sequence`,
}
const FEE: Parent = {
  table: 'platform_fees',
  children: 'invoice_lines',
  key: 'fee_id',
  subject: sql`'fee ' || p.id`,
}

function childSums(
  programId: number,
  { table, children, key, subject }: Parent,
  storedSums: RawBuilder<unknown>,
  computed: RawBuilder<unknown>,
) {
  return sql`
    select ${subject} as subject, ${storedSums} as stored, c.total as computed
    from ${sql.table(table)} p left join (
      select ${sql.ref(`i.${key}`)} as parent_id, ${computed} as total
      from ${sql.table(children)} i where i.program_id = ${programId} group by ${sql.ref(`i.${key}`)}
    ) c on c.parent_id = p.id
    where p.program_id = ${programId}`
}

/** Checks each sum separately, because equal errors in two of them would cancel out. */
function invoiceSums(programId: number): RawBuilder<unknown> {
  const compared = ['lines', 'amount_cents', 'usd_cents'].map(
    (name) => sql`
    select 'invoice ' || v.sequence || ': ' || ${sql.lit(name)} || ' of ' || s.kind || ' ' || s.currency as subject,
      coalesce((s.sums ->> ${sql.lit(name)})::numeric, 0) as stored, s.${sql.ref(name)} as computed
    from invoices v cross join lateral (
      select coalesce(i.kind, j.sums ->> 'kind') as kind, coalesce(i.currency, j.sums ->> 'currency') as currency,
        j.sums, coalesce(i.lines, 0) as lines, coalesce(i.amount_cents, 0) as amount_cents,
        coalesce(i.usd_cents, 0) as usd_cents
      from (
        select l.kind, l.currency, count(*)::numeric as lines, sum(l.amount_cents::numeric) as amount_cents,
          sum(l.usd_cents::numeric) as usd_cents
        from invoice_lines l where l.program_id = ${programId} and l.invoice_id = v.id group by l.kind, l.currency
      ) i full join jsonb_array_elements(v.sums) as j(sums)
        on j.sums ->> 'kind' = i.kind and j.sums ->> 'currency' = i.currency
    ) s where v.program_id = ${programId}`,
  )
  return sql.join(compared, sql` union all `)
}

const STATEMENT = sql`'statement ' || s.month || ' of partner ' || s.partner_id || ' ' || s.currency`

/** Checks each sum of a statement separately, because equal errors in two of them would cancel out. */
const STATED = {
  earned: { sum: sql`s.earned_cents`, linesSum: sql`sum(l.earned_cents::numeric)` },
  reversed: { sum: sql`s.reversed_cents`, linesSum: sql`sum(l.reversed_cents::numeric)` },
  paid: { sum: sql`s.paid_cents`, linesSum: sql`sum(l.paid_cents::numeric)` },
  lines: { sum: sql`s.lines`, linesSum: sql`count(*)` },
}

function statementLines(programId: number): RawBuilder<unknown> {
  const compared = Object.entries(STATED).map(
    ([name, { sum, linesSum }]) => sql`
    select ${STATEMENT} || ${sql.lit(`: ${name}`)} as subject, ${sum} as stored, l.computed
    from partner_statements s left join (
      select l.partner_id, l.month, l.currency, ${linesSum} as computed from partner_statement_lines l
      where l.program_id = ${programId} group by l.partner_id, l.month, l.currency
    ) l on l.partner_id = s.partner_id and l.month = s.month and l.currency = s.currency
    where s.program_id = ${programId}`,
  )
  return sql.join(compared, sql` union all `)
}

function statementOpenings(programId: number): RawBuilder<unknown> {
  return sql`
    select ${STATEMENT} as subject, s.opening_cents as stored,
      lag(s.closing_cents) over (partition by s.partner_id, s.currency order by s.month) as computed
    from partner_statements s where s.program_id = ${programId}`
}

/**
 * Checks that stored totals never exceed the deleted clicks, because rebuilt statistics rely on them. They may be
 * lower: a click is archived again if its ID changed because a person was erased between archiving and deletion.
 */
function archivedClicks(programId: number) {
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
 * Compares requests with events. Requests are counted after their commit, and a count may be lost but never repeated.
 * There are therefore at least as many clicks, leads, sales and commissions as counted requests, and more with
 * processor events.
 */
function requestsRecorded(programId: number) {
  const countRequests = (type: string, ...outcomes: string[]) => sql`
    coalesce((select sum(d.requests) from request_counts d
      where d.program_id = ${programId} and d.type = ${type} and d.outcome = any (${outcomes}::text[])), 0)`
  return sql`
    select c.subject, c.counted as stored, least(c.counted, c.most) as computed
    from (
      select 'click calls' as subject, ${countRequests('click', 'counted')} as counted, (
          select count(*) from click_events e where e.program_id = ${programId} and not e.is_test
        ) + coalesce((select sum(a.clicks) from archived_clicks a where a.program_id = ${programId}), 0) as most
      union all
      select 'lead calls that settled', ${countRequests('lead', 'settled')}, (
        select count(*) from lead_events l
        where l.program_id = ${programId} and not l.is_test and l.state = 'settled')
      union all
      select 'provisional lead calls', ${countRequests('lead', 'provisional')}, (
        select count(*) from lead_events l where l.program_id = ${programId} and not l.is_test)
      union all
      select 'sale calls', ${countRequests('sale', 'with_commission', 'no_policy', 'policy_ended')}, (
        select count(*) from sale_events s where s.program_id = ${programId} and not s.is_test)
      union all
      select 'sale calls with a commission', ${countRequests('sale', 'with_commission')}, (
        select count(*) from commissions m where m.program_id = ${programId} and m.kind = 'sale')
    ) c`
}
