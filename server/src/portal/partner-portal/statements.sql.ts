import { type RawBuilder, sql } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Currency } from '../../core/money/currency.ts'

/** Returns the last closed month; undefined if there is none. */
export async function findLastClosedMonth(queries: Queries, programId: number): Promise<string | undefined> {
  const row = await queries
    .selectFrom('partner_statement_months')
    .select('month')
    .where('program_id', '=', programId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.month
}

/** Marks a month as closed. Only one of several concurrent runs succeeds. */
export async function insertClosedMonth(
  queries: Queries,
  row: { program_id: number; month: string; closed_at: Date },
): Promise<void> {
  await queries
    .insertInto('partner_statement_months')
    .values(row)
    .onConflict((conflict) => conflict.columns(['program_id', 'month']).doNothing())
    .execute()
}

export async function findFirstCommission(queries: Queries, programId: number): Promise<Date | undefined> {
  const row = await queries
    .selectFrom('commissions')
    .select('created_at')
    .where('program_id', '=', programId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

/** Lists partners with earnings before a given time. Whether their statement is missing is checked one by one. */
export async function listPartnersForStatements(
  queries: Queries,
  programId: number,
  before: Date,
): Promise<number[]> {
  const { rows } = await sql<{ partner_id: number }>`
    select pp.partner_id from program_enrollments pp
    where pp.program_id = ${programId} and exists (
      select 1 from commissions c where c.program_id = ${programId} and c.partner_id = pp.partner_id
        and c.created_at < ${before}::timestamptz)
    order by 1`.execute(queries)
  return rows.map(({ partner_id }) => partner_id)
}

/**
 * Writes a partner's statements for a month, one per currency with activity. They contain everything before the end of
 * the month that is in no statement yet. A single statement, so that lines and totals are consistent.
 * @returns the number of written statements
 */
export async function insertStatements(
  queries: Queries,
  statement: { programId: number; partnerId: number; month: string; timeZone: string },
  { before, now }: { before: Date; now: Date },
): Promise<number> {
  const { programId, partnerId, month, timeZone } = statement
  const { rows } = await sql`
    with a as materialized (${selectAmounts(programId, partnerId, before)}),
    d as materialized (${selectWithoutStatement(programId)}),
    made as (
      insert into partner_statements as s (program_id, partner_id, month, currency, time_zone, opening_cents,
        earned_cents, reversed_cents, paid_cents, closing_cents, held_cents, lines, closed_at)
      select ${programId}::bigint, ${partnerId}::bigint, ${month}::text, t.currency, ${timeZone}::text, t.opening,
        t.earned, t.reversed, t.paid, t.opening + t.earned - t.reversed - t.paid,
        coalesce((select sum(a.left_cents::numeric) from a where a.is_held and a.currency = t.currency), 0), t.lines, ${now}::timestamptz
      from (
        select d.currency, sum(d.earned::numeric) as earned, sum(d.reversed::numeric) as reversed,
          sum(d.paid::numeric) as paid, count(*)::int as lines,
          coalesce((select o.closing_cents from partner_statements o
            where o.program_id = ${programId} and o.partner_id = ${partnerId} and o.currency = d.currency
              and o.month < ${month} order by o.month desc limit 1), 0) as opening
        from d group by d.currency
      ) t
      on conflict (program_id, partner_id, month, currency) do nothing
      returning s.currency
    )
    insert into partner_statement_lines as l (program_id, partner_id, month, currency, commission_id, earned_cents,
      reversed_cents, paid_cents)
    select ${programId}::bigint, ${partnerId}::bigint, ${month}::text, d.currency, d.commission_id, d.earned,
      d.reversed, d.paid
    from d join made m on m.currency = d.currency
    returning l.commission_id`.execute(queries)
  return rows.length
}

/**
 * Selects the amounts of each of a partner's commissions at a given time: the commission as made, what is left of it,
 * what was paid, and whether it wasn't approved yet.
 */
function selectAmounts(programId: number, partnerId: number, before: Date): RawBuilder<unknown> {
  return sql`
    select c.currency, c.id as commission_id, m.made, coalesce(l.left_cents, m.made) as left_cents,
      coalesce((
        select sum(i.amount_cents) from payout_items i
        join payouts o on o.program_id = ${programId} and o.id = i.payout_id
        where i.program_id = ${programId} and i.commission_id = c.id and o.status = 'paid'
          and o.closed_at < ${before}::timestamptz), 0)::bigint as paid,
      c.approved_at is null or c.approved_at >= ${before}::timestamptz as is_held
    from commissions c
    cross join lateral (
      select coalesce((select h.from_amount_cents from commission_changes h
        where h.program_id = ${programId} and h.commission_id = c.id order by h.id limit 1),
        c.amount_cents - c.reversed_cents)
        + coalesce((select sum(h.adjusted_cents) from commission_changes h
          where h.program_id = ${programId} and h.commission_id = c.id
            and h.changed_at < ${before}::timestamptz), 0)::bigint as made) m
    left join lateral (
      select h.to_amount_cents as left_cents from commission_changes h
      where h.program_id = ${programId} and h.commission_id = c.id and h.changed_at < ${before}::timestamptz
      order by h.id desc limit 1) l on true
    where c.program_id = ${programId} and c.created_at < ${before}::timestamptz and c.partner_id = ${partnerId}`
}

/**
 * Selects changes of each commission before a given time that are in no statement: earned, reversed and paid so far,
 * less what earlier statements contain. An adjusted sale changes what was earned, not what was reversed. Late changes
 * are therefore neither lost nor stated twice.
 */
function selectWithoutStatement(programId: number): RawBuilder<unknown> {
  return sql`
    select e.currency, e.commission_id, e.earned, e.reversed, e.paid
    from (
      select a.currency, a.commission_id, a.made - f.earned as earned,
        (a.made - a.left_cents) - f.reversed as reversed, a.paid - f.paid as paid
      from a
      cross join lateral (
        select coalesce(sum(s.earned_cents), 0)::bigint as earned, coalesce(sum(s.reversed_cents), 0)::bigint as reversed,
          coalesce(sum(s.paid_cents), 0)::bigint as paid
        from partner_statement_lines s where s.program_id = ${programId} and s.commission_id = a.commission_id) f
    ) e
    where e.earned <> 0 or e.reversed <> 0 or e.paid <> 0`
}

export interface StatementRow {
  month: string
  currency: Currency
  time_zone: string
  opening_cents: string
  earned_cents: string
  reversed_cents: string
  paid_cents: string
  closing_cents: string
  held_cents: string
  lines: number
  closed_at: Date
}

const SUMS = sql.raw(`s.month, s.currency, s.time_zone, s.opening_cents::text as opening_cents,
  s.earned_cents::text as earned_cents, s.reversed_cents::text as reversed_cents, s.paid_cents::text as paid_cents,
  s.closing_cents::text as closing_cents, s.held_cents::text as held_cents, s.lines, s.closed_at`)

/** Lists a partner's statements, newest first, or only one month's. */
export async function listStatements(
  queries: Queries,
  { programId, partnerId, month }: { programId: number; partnerId: number; month: string | undefined },
  rows: number,
) {
  const monthCondition = month === undefined ? sql`true` : sql`s.month = ${month}`
  const result = await sql<StatementRow>`
    select ${SUMS} from partner_statements s
    where s.program_id = ${programId} and s.partner_id = ${partnerId} and ${monthCondition}
    order by s.month desc, s.currency limit ${rows}`.execute(queries)
  return result.rows
}

export type StatementLineRow = QueryRow<typeof listStatementLines>

/** Lists a month's statement lines, newest commission first. */
export function listStatementLines(
  queries: Queries,
  { programId, partnerId, month }: { programId: number; partnerId: number; month: string },
  page: PageRequest,
) {
  const query = queries
    .selectFrom('partner_statement_lines as l')
    .innerJoin('commissions as c', (join) =>
      join.on('c.program_id', '=', programId).onRef('c.id', '=', 'l.commission_id'),
    )
    .select([
      'l.commission_id',
      'l.currency',
      'c.customer_id',
      'c.created_at',
      'l.earned_cents',
      'l.reversed_cents',
      'l.paid_cents',
    ])
    .select(
      sql<Date | null>`(select m.closed_at from claims m where m.program_id = ${programId} and m.sale_id = c.sale_id)`.as(
        'claim_approved_at',
      ),
    )
    .where('l.program_id', '=', programId)
    .where('l.partner_id', '=', partnerId)
    .where('l.month', '=', month)
  return selectPage(query, 'c.created_at', 'l.commission_id', page)
}
