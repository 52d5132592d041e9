import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { CAUSE_CHECKS, CAUSE_STATEMENTS } from './verify-causes.sql.ts'
import { LOOKUP_CHECKS, LOOKUP_STATEMENTS } from './verify-lookups.sql.ts'

/** A difference; both values as digits. */
export interface MoneyDifference {
  program_id: number
  /** What was compared. */
  check: MoneyCheck
  /** The incorrect row: `commission 7`, or `partner 3 USD`. */
  subject: string
  stored: string
  computed: string
}

/** Descriptions of the checks: first the stored value, then the computed one. */
export const MONEY_CHECKS = {
  commission_paid: 'paid_cents of the commission, and the items of its paid payouts',
  payout_amount: 'the amount of the payout, and its items',
  payout_commissions: 'the number of commissions of the payout, and its items',
  held_by_closed: 'the payout of the commission, and the open payout with it as an item',
  sale_refunded: 'refunded_cents of the sale, and its refund events',
  sale_status: 'whether the sale is marked as refunded (1), and whether it is completely refunded (1)',
  sale_fee: 'the platform fees of a live sale, and the required one',
  commission_history: 'the remaining commission, and its last change',
  commission_status: 'whether the commission has the status of its last change (1)',
  commission_reversed: 'reversed_cents of the commission, and its share of the refund events',
  fee_reversed: 'reversed_cents of the platform fee, and its share of the refund events',
  balance_owed: 'the balance of the partner by commissions, and by sales and refunds less paid payouts',
  invoice_total: 'the total of the invoice in US cents, and its lines',
  invoice_lines: 'the number of lines of the invoice, and its lines',
  invoice_sequence: 'the highest invoice number, and the number of invoices',
  statement_lines: 'earned, reversed and paid of a monthly statement, and its lines',
  statement_opening: 'the opening balance of a statement, and the closing balance of the previous one',
  fee_invoiced: 'invoiced_cents of the platform fee, and its lines',
  fee_invoiced_usd: 'invoiced_usd_cents of the platform fee, and its lines',
  ...CAUSE_CHECKS,
  ...LOOKUP_CHECKS,
} as const
export type MoneyCheck = keyof typeof MONEY_CHECKS

/**
 * Returns differences in a program's amounts, at most `rows` per check. Each check is one statement, so
 * concurrent writes are seen completely or not at all.
 */
export async function verifyProgramMoney(
  queries: Queries,
  programId: number,
  rows: number,
): Promise<MoneyDifference[]> {
  const differences: MoneyDifference[] = []
  for (const [check, pairs] of CHECKS) {
    const found = await sql<Omit<MoneyDifference, 'program_id' | 'check'>>`
      select v.subject, coalesce(v.stored, 0)::text as stored, coalesce(v.computed, 0)::text as computed
      from (${pairs(programId)}) v
      where coalesce(v.stored, 0) <> coalesce(v.computed, 0)
      order by v.subject limit ${rows}`.execute(queries)
    differences.push(...found.rows.map((row) => ({ program_id: programId, check, ...row })))
  }
  return differences
}

/** For each check, the statement of its pairs: subject, stored value, computed value. */
const CHECKS: readonly (readonly [MoneyCheck, (programId: number) => RawBuilder<unknown>])[] = [
  ['commission_paid', commissionsPaid],
  ['payout_amount', (id) => ofChildren(id, PAYOUT, sql`p.amount_cents`, sql`sum(i.amount_cents::numeric)`)],
  ['payout_commissions', (id) => ofChildren(id, PAYOUT, sql`p.commissions::numeric`, sql`count(*)::numeric`)],
  ['held_by_closed', commissionsHeld],
  ['sale_refunded', salesRefunded],
  ['sale_status', saleStatuses],
  ['sale_fee', feesOfSales],
  ['commission_history', commissionsLeft],
  ['commission_status', commissionStatuses],
  ['commission_reversed', (id) => reversedShares(id, 'commission')],
  ['fee_reversed', (id) => reversedShares(id, 'fee')],
  ['balance_owed', balancesOwed],
  ['invoice_total', (id) => ofChildren(id, INVOICE, sql`p.total_usd_cents`, sql`sum(i.usd_cents)`)],
  ['invoice_lines', (id) => ofChildren(id, INVOICE, sql`p.lines::numeric`, sql`count(*)::numeric`)],
  ['statement_lines', statementLines],
  ['statement_opening', statementOpenings],
  ['invoice_sequence', invoiceSequence],
  [
    'fee_invoiced',
    (id) => ofChildren(id, FEE, sql`p.invoiced_cents::numeric`, sql`sum(i.amount_cents::numeric)`),
  ],
  ['fee_invoiced_usd', (id) => ofChildren(id, FEE, sql`p.invoiced_usd_cents`, sql`sum(i.usd_cents)`)],
  // safe because its keys are the checks
  ...(Object.entries({ ...CAUSE_STATEMENTS, ...LOOKUP_STATEMENTS }) as [
    MoneyCheck,
    (programId: number) => RawBuilder<unknown>,
  ][]),
]

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

function salesRefunded(programId: number) {
  return sql`
    select 'sale ' || s.id as subject, s.refunded_cents::numeric as stored, r.cents as computed
    from sale_events s left join (${refundedOfSales(programId)}) r on r.sale_id = s.id
    where s.program_id = ${programId}`
}

function saleStatuses(programId: number) {
  return sql`
    select 'sale ' || s.id as subject, (s.status = 'refunded')::int::numeric as stored,
      (s.refunded_cents = s.amount_cents)::int::numeric as computed
    from sale_events s where s.program_id = ${programId} and s.amount_cents is not null`
}

function feesOfSales(programId: number) {
  return sql`
    select 'sale ' || s.id as subject, count(f.id)::numeric as stored, 1::numeric as computed
    from sale_events s left join platform_fees f on f.program_id = ${programId} and f.sale_id = s.id
    where s.program_id = ${programId} and not s.is_test group by s.id`
}

function commissionsLeft(programId: number) {
  const left = sql`(c.amount_cents - c.reversed_cents)::numeric`
  return lastChanges(programId, left, sql`h.to_amount_cents::numeric`)
}

function commissionStatuses(programId: number) {
  return lastChanges(programId, sql`(c.status = h.to_status)::int::numeric`, sql`1::numeric`)
}

function balancesOwed(programId: number) {
  return sql`
    select 'partner ' || coalesce(b.partner_id, p.partner_id) || ' ' || coalesce(b.currency, p.currency) as subject,
      b.owed as stored, coalesce(b.left_cents, 0) - coalesce(p.cents, 0) as computed
    from (
      select c.partner_id, c.currency, sum((c.amount_cents - c.reversed_cents - c.paid_cents)::numeric) as owed,
        sum(c.amount_cents - ${reversedOfCommission}) as left_cents
      from commissions c
      left join sale_events s on s.program_id = ${programId} and s.id = c.sale_id
      left join (${refundedOfSales(programId)}) r on r.sale_id = c.sale_id
      where c.program_id = ${programId} and c.status <> 'pending'
      group by c.partner_id, c.currency
    ) b full join (
      select p.partner_id, p.currency, sum(p.amount_cents) as cents
      from payouts p where p.program_id = ${programId} and p.status = 'paid'
      group by p.partner_id, p.currency
    ) p on p.partner_id = b.partner_id and p.currency = b.currency`
}

function invoiceSequence(programId: number) {
  return sql`
    select 'invoices' as subject, max(v.sequence)::numeric as stored, count(*)::numeric as computed
    from invoices v where v.program_id = ${programId}`
}

/** Commissions with the last row of their history; one without changes has none. */
function lastChanges(programId: number, stored: RawBuilder<unknown>, computed: RawBuilder<unknown>) {
  return sql`
    select 'commission ' || c.id as subject, ${stored} as stored, ${computed} as computed
    from commissions c join (
      select distinct on (h.commission_id) h.commission_id, h.to_status, h.to_amount_cents
      from commission_changes h where h.program_id = ${programId}
      order by h.commission_id, h.id desc
    ) h on h.commission_id = c.id
    where c.program_id = ${programId}`
}

/** A row with a stored sum of its child rows: its columns are `p`'s, theirs are `i`'s. */
interface Parent {
  table: string
  children: string
  /** Column of the children that refers to the parent. */
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

function ofChildren(
  programId: number,
  { table, children, key, subject }: Parent,
  stored: RawBuilder<unknown>,
  computed: RawBuilder<unknown>,
) {
  return sql`
    select ${subject} as subject, ${stored} as stored, c.total as computed
    from ${sql.table(table)} p left join (
      select ${sql.ref(`i.${key}`)} as parent_id, ${computed} as total
      from ${sql.table(children)} i where i.program_id = ${programId} group by ${sql.ref(`i.${key}`)}
    ) c on c.parent_id = p.id
    where p.program_id = ${programId}`
}

/** Amount refunded per sale: refunds less failed ones, and disputes not won, limited to the sale. */
function refundedOfSales(programId: number) {
  return sql`
    select r.sale_id, least(greatest(sum(case r.kind
        when 'failed_refund' then -r.amount_cents::numeric
        when 'dispute' then case when r.withdrawn_at is null then r.amount_cents::numeric else 0 end
        else r.amount_cents::numeric end), 0), max(s.amount_cents)) as cents
    from refund_events r join sale_events s on s.program_id = ${programId} and s.id = r.sale_id
    where r.program_id = ${programId} group by r.sale_id`
}

/**
 * The reversed part of a share of a sale: what remains is its proportion, rounded half up in integers like the
 * rules.
 */
const reversedPart = (share: RawBuilder<unknown>) => sql`case when coalesce(r.cents, 0) = 0 then 0
  else ${share} - div(2 * ${share}::numeric * (s.amount_cents - r.cents) + s.amount_cents, 2 * s.amount_cents::numeric) end`

const reversedOfCommission = sql`case when c.rejected_at is not null then c.amount_cents
  else ${reversedPart(sql`c.amount_cents`)} end`

function reversedShares(programId: number, of: 'commission' | 'fee') {
  const [table, computed] =
    of === 'commission'
      ? [sql`commissions`, reversedOfCommission]
      : [sql`platform_fees`, reversedPart(sql`c.amount_cents`)]
  return sql`
    select ${sql.lit(of)} || ' ' || c.id as subject, c.reversed_cents::numeric as stored, ${computed} as computed
    from ${table} c
    left join sale_events s on s.program_id = ${programId} and s.id = c.sale_id
    left join (${refundedOfSales(programId)}) r on r.sale_id = c.sale_id
    where c.program_id = ${programId}`
}

const STATEMENT = sql`'statement ' || s.month || ' of partner ' || s.partner_id || ' ' || s.currency`

/** Checks each sum of a statement separately: equal errors in two would cancel out. */
const STATED = {
  earned: { sum: sql`s.earned_cents`, ofLines: sql`sum(l.earned_cents::numeric)` },
  reversed: { sum: sql`s.reversed_cents`, ofLines: sql`sum(l.reversed_cents::numeric)` },
  paid: { sum: sql`s.paid_cents`, ofLines: sql`sum(l.paid_cents::numeric)` },
  lines: { sum: sql`s.lines`, ofLines: sql`count(*)` },
}

function statementLines(programId: number): RawBuilder<unknown> {
  const compared = Object.entries(STATED).map(
    ([name, { sum, ofLines }]) => sql`
    select ${STATEMENT} || ${sql.lit(`: ${name}`)} as subject, ${sum} as stored, l.computed
    from partner_statements s left join (
      select l.partner_id, l.month, l.currency, ${ofLines} as computed from partner_statement_lines l
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
