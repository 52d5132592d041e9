import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { LINK_STAT_COLUMNS, type LinkStatColumn } from '../../core/database/stat-delta.ts'
import type { ClickDimension } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import {
  CLICK_VALUES,
  OTHER_VALUES,
  rolledUpClickValues,
  visitors,
} from '../../statistics/click-value-rollups.sql.ts'
import type { LinkStatSources } from '../../statistics/link-stat-sources.ts'
import { selectLinkSums } from '../../statistics/link-sums.sql.ts'
import type { StatsProgram } from '../../statistics/stats-from-events.sql.ts'
import type { CountedValue, LinkDimension, SaleDimension } from './breakdown.ts'
import type { ClickSources } from './click-sources.rule.ts'

interface Span {
  from: Date
  to: Date
}

/**
 * Counts per partner, group or link, from the per-link statistics. Counts without money have the currency XXX. Partners
 * are counted in their current group; 0 means no group.
 * @param keys counts only these; undefined counts all
 */
export async function countLinkValues(
  queries: Queries,
  program: StatsProgram,
  { dimension, keys }: { dimension: LinkDimension; keys: readonly number[] | undefined },
  parts: LinkStatSources,
) {
  const key = LINK_KEYS[dimension]
  const sums = LINK_STAT_COLUMNS.map((measure) => `sum(${measure})::text as ${measure}`).join(', ')
  const { rows } = await sql<CountedValue>`
    select ${key}::text as key, currency, ${sql.raw(sums)}
    from (${selectLinkSums(LINK_STAT_COLUMNS, program, parts)}) as counted
    ${dimension === 'group' ? joinGroups(program.id) : sql``}
    where ${keys === undefined ? sql`true` : sql`${key} = any (${[...keys]}::bigint[])`}
    group by ${key}, currency`.execute(queries)
  return rows
}

/** The sort order of rows, highest first: by a measure and, for amounts, a currency. Undefined adds all currencies. */
export interface Ranking {
  measure: LinkStatColumn
  currency: Currency | undefined
  /** Sum and key of the row to continue after. */
  after: { sum: string; key: string } | undefined
  /** Maximum number of rows. */
  rows: number
}

/**
 * Returns the partners, groups or links with the highest sums of one measure. Equal sums are sorted by key, descending;
 * those with a sum of zero are omitted. Reading only that measure takes a third of the time.
 */
export async function rankLinkValues(
  queries: Queries,
  program: StatsProgram,
  { dimension, measure, currency, after, rows: most }: Ranking & { dimension: LinkDimension },
  parts: LinkStatSources,
): Promise<number[]> {
  const key = sql`(${LINK_KEYS[dimension]}::text collate "C")`
  const sum = sql`sum(${sql.ref(measure)})::numeric`
  const { rows } = await sql<{ key: string }>`
    select ${key} as key
    from (${selectLinkSums([measure], program, parts)}) as counted
    ${dimension === 'group' ? joinGroups(program.id) : sql``}
    where ${currency === undefined ? sql`true` : sql`currency = ${currency}`}
    group by ${LINK_KEYS[dimension]}
    having ${sum} > 0
      and ${after === undefined ? sql`true` : sql`(${sum}, ${key}) < (${after.sum}::numeric, ${after.key})`}
    order by ${sum} desc, ${key} desc limit ${most}`.execute(queries)
  return rows.map((row) => Number(row.key))
}

const LINK_KEYS: Record<LinkDimension, RawBuilder<unknown>> = {
  partner: sql`counted.partner_id`,
  group: sql`coalesce(pp.group_id, 0)`,
  link: sql`counted.link_id`,
}

const joinGroups = (programId: number) => sql`
    left join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = counted.partner_id`

/** Click values with their counts. */
export interface CountedClicks {
  values: { value: string | null; clicks: number }[]
  /** Number of clicks counted, including those in roll-ups. */
  counted: number
  /** Clicks with values that roll-ups don't count separately. */
  otherClicks: number
  /** Number of clicks read before and after the rolled-up days, and the time of the oldest one. */
  before: ReadClicks
  after: ReadClicks
}

interface ReadClicks {
  clicks: number
  since: Date | null
}

/**
 * Counts live clicks by value: at most the newest `clicks` before and after the rolled-up days, and the `values` most
 * frequent values.
 */
export async function countClickValues(
  queries: Queries,
  programId: number,
  dimension: ClickDimension,
  {
    sources: { before, rolledUp, after },
    clicks,
    values,
    partnerId,
  }: { sources: ClickSources; clicks: number; values: number; partnerId?: number | undefined },
): Promise<CountedClicks> {
  const idColumn =
    dimension === 'visitor' ? sql`null::integer` : sql.ref(`${CLICK_VALUES[dimension].kind}_id`)
  const newest = Object.entries({ before, after }).map(
    ([part, span]) => sql`
      (select ${sql.lit(part)} as part, received_at, click_uuid, ${idColumn} as dimension_id,
        coalesce(session_id, session_uuid::text) as session
      from click_events
      where program_id = ${programId} and not is_test and ${partnerCondition(partnerId)}
        and ${span === undefined ? sql`false` : sql`received_at between ${span.from} and ${span.to}`}
      order by received_at desc, click_uuid desc limit ${clicks})`,
  )
  const { rows } = await sql<{
    value: string | null
    clicks: number | null
    counted: number
    other: number
    read: Partial<Record<'before' | 'after', { clicks: number; since: string }>>
  }>`
    with newest as (${sql.join(newest, sql` union all `)}), fresh as (
      ${selectClickValues(programId, dimension)}
    ), named as (
      select value, clicks from fresh
      union all ${rolledUpClickValues(programId, { dimension, partnerId, ...rolledUp })}
    ), whole as (
      select coalesce(sum(n.clicks), 0)::bigint as counted,
        coalesce(sum(n.clicks) filter (where n.value = ${OTHER_VALUES}), 0)::bigint as other
      from named n
    ), read as (
      select coalesce(jsonb_object_agg(s.part, jsonb_build_object('clicks', s.clicks, 'since', s.since)), '{}') as read
      from (select f.part, sum(f.clicks) as clicks, min(f.since) as since from fresh f group by f.part) s
    )
    select v.value, v.clicks, w.counted, w.other, r.read
    from whole w cross join read r left join lateral (
      select n.value, sum(n.clicks)::bigint as clicks from named n where n.value is distinct from ${OTHER_VALUES}
      group by n.value order by 2 desc, 1 limit ${values}
    ) v on true`.execute(queries)
  const [first] = rows
  const readClicks = (part: 'before' | 'after'): ReadClicks => {
    const found = first?.read[part]
    return found === undefined
      ? { clicks: 0, since: null }
      : { clicks: found.clicks, since: new Date(found.since) }
  }
  return {
    values: rows.flatMap(({ value, clicks: count }) => (count === null ? [] : [{ value, clicks: count }])),
    counted: first?.counted ?? 0,
    otherClicks: first?.other ?? 0,
    before: readClicks('before'),
    after: readClicks('after'),
  }
}

/**
 * Returns a query for the values of the clicks in `newest`, per part: their number, and the time of the oldest click.
 * Counts by dimension ID first, so each dimension is looked up only once.
 */
function selectClickValues(programId: number, dimension: ClickDimension): RawBuilder<unknown> {
  if (dimension === 'visitor') {
    return sql`select v.part, v.value, count(*) as clicks, min(v.received_at) as since
      from (${visitors(sql`newest`)}) v group by 1, 2`
  }
  return sql`
    select c.part, ${sql.ref(`d.${CLICK_VALUES[dimension].column}`)} collate "C" as value, c.clicks, c.since
    from (
      select n.part, date_trunc('month', n.received_at at time zone 'UTC')::date as month, n.dimension_id,
        count(*) as clicks, min(n.received_at) as since
      from newest n group by 1, 2, 3
    ) c
    left join click_dimensions d on d.program_id = ${programId} and d.month = c.month and d.id = c.dimension_id`
}

/**
 * Sums a partner's newest sales and commissions in a period by the sub-ID of the customer's click: at most `rows` of
 * each. The sub-ID is unknown if the customer has no click or the click was archived. `scanned` is the higher of the
 * two numbers.
 */
export async function countSubIdEarnings(
  queries: Queries,
  programId: number,
  { span: { from, to }, partnerId, rows: most }: { span: Span; partnerId: number; rows: number },
): Promise<{ values: CountedValue[]; scanned: number }> {
  const { rows } = await sql<CountedValue & { scanned: number }>`
    with earned as (
      (select s.customer_id, s.currency, 1 as sales, 0::numeric as cents
        from sale_events s
        where s.program_id = ${programId} and s.partner_id = ${partnerId} and not s.is_test and s.status = 'paid'
          and s.reported_at between ${from} and ${to}
        order by s.reported_at desc limit ${most})
      union all
      (select c.customer_id, c.currency, 0, c.amount_cents::numeric - c.reversed_cents
        from commissions c
        where c.program_id = ${programId} and c.partner_id = ${partnerId} and c.created_at between ${from} and ${to}
        order by c.created_at desc, c.id desc limit ${most})
    ), by_customer as (
      select e.customer_id, e.currency, sum(e.sales) as sales, sum(e.cents) as cents from earned e group by 1, 2
    )
    select d.sub_id collate "C" as key, b.currency, '0' as clicks, '0' as leads, '0' as conversions,
      sum(b.sales)::text as sales, '0' as revenue_cents, sum(b.cents)::text as commission_cents,
      (select greatest(count(*) filter (where e.sales = 1), count(*) filter (where e.sales = 0)) from earned e) as scanned
    from by_customer b
    join customers u on u.program_id = ${programId} and u.id = b.customer_id
    left join click_events k on k.program_id = ${programId} and k.received_at = u.clicked_at
      and k.click_uuid = u.click_uuid
    left join click_dimensions d on d.program_id = ${programId}
      and d.month = date_trunc('month', k.received_at at time zone 'UTC')::date and d.id = k.page_id
    group by 1, 2`.execute(queries)
  return { values: rows.map(({ scanned: _, ...row }) => row), scanned: rows[0]?.scanned ?? 0 }
}

/** Counts the archived live clicks in a period, which have no values. */
export async function countArchived(
  queries: Queries,
  programId: number,
  { from, to }: Span,
  partnerId?: number,
): Promise<number> {
  const { rows } = await sql<{ clicks: number }>`
    select coalesce(sum(clicks), 0)::bigint as clicks from archived_clicks
    where program_id = ${programId} and slot between ${from} and ${to} and ${partnerCondition(partnerId)}`.execute(
    queries,
  )
  return rows[0]?.clicks ?? 0
}

/**
 * SQL condition for a partner's rows.
 * @param partnerId undefined matches all partners
 */
function partnerCondition(partnerId: number | undefined): RawBuilder<unknown> {
  return partnerId === undefined ? sql`true` : sql`partner_id = ${partnerId}`
}

const SALE_VALUES: Record<SaleDimension, RawBuilder<unknown>> = {
  product: sql`s.product_id`,
  currency: sql`s.currency`,
  renewal: sql`case when s.is_recurring then 'renewal' else 'first' end`,
}

/**
 * Counts the newest paid sales in a period by value, with their commissions: at most `sales` sales and the `values`
 * most frequent values.
 */
export async function countSaleValues(
  queries: Queries,
  programId: number,
  dimension: SaleDimension,
  { span, sales }: { span: Span; sales: number },
): Promise<{ values: CountedValue[]; scanned: number; since: Date | null }> {
  const { rows } = await sql<CountedValue & { since: Date }>`
    with newest as (
      select s.id, s.reported_at, s.currency, s.amount_cents, s.refunded_cents, ${SALE_VALUES[dimension]} as key
      from sale_events s
      where s.program_id = ${programId} and not s.is_test and s.status = 'paid'
        and s.reported_at between ${span.from} and ${span.to}
      order by s.reported_at desc, s.id desc limit ${sales}
    )
    select n.key, n.currency, '0' as clicks, '0' as leads, '0' as conversions, count(*)::text as sales,
      sum(n.amount_cents::numeric - n.refunded_cents)::text as revenue_cents,
      coalesce(sum(m.amount_cents::numeric - m.reversed_cents), 0)::text as commission_cents, min(n.reported_at) as since
    from newest n left join commissions m on m.program_id = ${programId} and m.sale_id = n.id
    group by n.key, n.currency`.execute(queries)
  const since = rows.map((row) => row.since.getTime())
  return {
    values: rows.map(({ since: _, ...row }) => row),
    scanned: rows.reduce((sum, row) => sum + Number(row.sales), 0),
    since: since.length === 0 ? null : new Date(Math.min(...since)),
  }
}

/**
 * Returns the names of partners, groups and links by ID.
 * @param keys only these; undefined returns all
 */
export async function nameLinkValues(
  queries: Queries,
  programId: number,
  dimension: LinkDimension,
  keys: readonly number[] | undefined,
): Promise<Map<string, string>> {
  const { names, id } = NAMES[dimension]
  const condition = keys === undefined ? sql`true` : sql`${id} = any (${[...keys]}::bigint[])`
  const { rows } = await sql<{ id: string; name: string }>`${names(programId)} and ${condition}`.execute(
    queries,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const NAMES: Record<
  LinkDimension,
  { names: (programId: number) => RawBuilder<unknown>; id: RawBuilder<unknown> }
> = {
  partner: {
    names: (programId) => sql`
    select pp.partner_id::text as id, p.name from program_enrollments pp
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    where pp.program_id = ${programId}`,
    id: sql`pp.partner_id`,
  },
  group: {
    names: (programId) => sql`
    select g.id::text as id, g.name from partner_groups g
    where g.program_id = ${programId} and g.ended_at is null`,
    id: sql`g.id`,
  },
  link: {
    names: (programId) => sql`
    select l.id::text as id, l.code as name from links l where l.program_id = ${programId}`,
    id: sql`l.id`,
  },
}
