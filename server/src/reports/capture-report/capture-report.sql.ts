import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { captureMethodName } from '../../tracking/clicks/click-dimensions.sql.ts'
import type { CapturedSum, CountedClicks, CountedSales, CountedUnattributed } from './capture-report.ts'

export interface CaptureWindow {
  from: Date
  to: Date
  /** Reads at most this many events, newest first. */
  rows: number
  /** Maximum number of browsers, and of landing pages. */
  values: number
  /** Other names are counted as unknown. */
  browsers: readonly string[]
}

/**
 * Counts the newest live clicks in a window, and those that led to a settled lead: in total and by method, browser and
 * landing page. Counts by dimension ID first, so each dimension is looked up only once.
 */
export async function countClicks(
  queries: Queries,
  programId: number,
  { from, to, rows: most, values, browsers }: CaptureWindow,
): Promise<CountedClicks[]> {
  const { rows } = await sql<CountedClicks>`
    with newest as (
      select e.received_at, e.click_uuid, e.page_id, e.device_id, e.capture_method
      from click_events e
      where e.program_id = ${programId} and not e.is_test
        and e.received_at between ${from}::timestamptz and ${to}::timestamptz
      order by e.received_at desc, e.click_uuid desc limit ${most}
    ), counted as (
      select date_trunc('month', n.received_at at time zone 'UTC')::date as month, n.page_id, n.device_id,
        n.capture_method, count(*) as clicks,
        count(*) filter (where exists (select from customers c where c.program_id = ${programId}
          and c.click_uuid = n.click_uuid and (c.signup_at is not null or c.sale_count > 0))) as leads
      from newest n group by 1, 2, 3, 4
    ), named as (
      select ${captureMethodName('c')} as method, ${knownBrowser('device.browser', browsers)} as browser,
        page.landing_page as page, c.clicks, c.leads
      from counted c
      left join click_dimensions page on page.program_id = ${programId} and page.month = c.month and page.id = c.page_id
      left join click_dimensions device on device.program_id = ${programId} and device.month = c.month
        and device.id = c.device_id
    ), sums as (
      select ${selectGroup(['method', 'browser', 'page'])},
        sum(n.clicks)::bigint as clicks, sum(n.leads)::bigint as leads
      from named n group by grouping sets ((), (n.method), (n.browser), (n.page))
    )
    ${mostFrequent(values, sql`clicks`)}`.execute(queries)
  return rows.filter(({ clicks }) => clicks !== null)
}

/**
 * SQL: the newest live sales in a window with how the customer arrived, and the customer's browser and landing page.
 */
function newestSales(programId: number, { from, to, rows, browsers }: CaptureWindow): RawBuilder<unknown> {
  const inProgram = (alias: string) => sql`${sql.ref(`${alias}.program_id`)} = ${programId}`
  return sql`
    select s.currency, s.revenue_cents,
      case when e.click_uuid is not null then ${captureMethodName('e')}
        when c.attribution_source = 'click' then 'deleted_click'
        else c.attribution_source end as capture,
      not exists (select from sale_events b
        where ${inProgram('b')} and b.customer_id = s.customer_id and not b.is_test and b.id < s.id)
      and not exists (select from customer_attributions a
        join customers q on ${inProgram('q')} and q.id = a.previous_customer_id
        where ${inProgram('a')} and a.customer_id = s.customer_id and q.sale_count > 0) as is_new,
      coalesce(${knownBrowser('device.browser', browsers)}, s.browser, l.browser) as browser,
      coalesce(page.landing_page, s.landing_page, l.landing_page) as page
    from (
      select n.id, n.customer_id, n.currency, n.browser, n.landing_page,
        n.amount_cents - n.refunded_cents as revenue_cents
      from sale_events n
      where ${inProgram('n')} and not n.is_test
        and n.received_at >= ${from}::timestamptz and n.received_at <= ${to}::timestamptz
      order by n.received_at desc, n.id desc limit ${rows}
    ) s
    join customers c on ${inProgram('c')} and c.id = s.customer_id
    left join lead_events l on ${inProgram('l')} and l.customer_id = s.customer_id
    left join lateral (
      -- One index lookup per sale. The planner may run a plain join by reading the clicks of all months.
      select k.received_at, k.click_uuid, k.capture_method, k.page_id, k.device_id from click_events k
      where ${inProgram('k')} and k.click_uuid = c.click_uuid and not k.is_test
        and k.received_at = ${toUuidTime('c.click_uuid')} limit 1
    ) e on true
    left join click_dimensions page on ${inProgram('page')} and page.id = e.page_id
      and page.month = date_trunc('month', e.received_at at time zone 'UTC')::date
    left join click_dimensions device on ${inProgram('device')} and device.id = e.device_id
      and device.month = date_trunc('month', e.received_at at time zone 'UTC')::date`
}

/** Sums the newest live sales in a window by how the customer arrived, and by currency. */
export async function sumCaptures(
  queries: Queries,
  programId: number,
  window: CaptureWindow,
): Promise<CapturedSum[]> {
  const { rows } = await sql<Omit<CapturedSum, 'revenue_cents'> & { revenue_cents: string }>`
    select s.capture, s.currency, count(*)::bigint as sales, count(*) filter (where s.is_new)::bigint as new_sales,
      sum(s.revenue_cents)::text as revenue_cents
    from (${newestSales(programId, window)}) s
    group by s.capture, s.currency`.execute(queries)
  return rows.map((row) => ({ ...row, revenue_cents: BigInt(row.revenue_cents) }))
}

/** Counts the newest live sales in a window by browser and by landing page. */
export async function countSales(
  queries: Queries,
  programId: number,
  window: CaptureWindow,
): Promise<CountedSales[]> {
  const { rows } = await sql<CountedSales>`
    with sums as (
      select ${selectGroup(['browser', 'page'])},
        count(*) filter (where n.capture not in ('coupon_code', 'team'))::bigint as with_click,
        count(*) filter (where n.capture in ('coupon_code', 'team'))::bigint as without_click
      from (${newestSales(programId, window)}) n group by grouping sets ((n.browser), (n.page))
    )
    ${mostFrequent(window.values, sql`with_click + without_click`)}`.execute(queries)
  return rows
}

/**
 * Counts sales that the merchant's server sent and that matched no customer, by browser and landing page. Each
 * transaction is counted once, and excluded if it was recorded later or is a known processor payment.
 */
export async function countRejectedSales(
  queries: Queries,
  programId: number,
  { from, to, rows: most, values }: CaptureWindow,
): Promise<CountedUnattributed[]> {
  const { rows } = await sql<CountedUnattributed>`
    with newest as (
      select x.id, x.transaction_id, x.browser, x.landing_page from rejected_requests x
      where x.program_id = ${programId} and x.type = 'sale' and not x.is_test and x.is_authenticated
        and x.code = 'no_attribution' and x.decision_code in ('unknown_customer', 'nothing_sent')
        and x.last_at >= ${from}::timestamptz and x.last_at <= ${to}::timestamptz
      order by x.last_at desc, x.id desc limit ${most}
    ), rejected as (
      select r.browser, r.landing_page as page,
        row_number() over (partition by coalesce(r.transaction_id, 'id ' || r.id::text) order by r.id desc) as place
      from newest r
      where not exists (select from sale_events s
          where s.program_id = ${programId} and not s.is_test and s.transaction_id = r.transaction_id)
        and not exists (select from payment_references p
          where p.program_id = ${programId} and p.reference = r.transaction_id)
    ), sums as (
      select ${selectGroup(['browser', 'page'])}, count(*)::bigint as sales,
        (select count(*)::bigint from newest) as requests
      from rejected n where n.place = 1 group by grouping sets ((), (n.browser), (n.page))
    )
    ${mostFrequent(values, sql`sales`)}`.execute(queries)
  return rows
}

/** Counts the connected processor's payments that match no customer. */
export async function countUnattributedPayments(
  queries: Queries,
  programId: number,
  { from, to, rows: most }: CaptureWindow,
): Promise<number> {
  const { rows } = await sql<{ payments: number }>`
    select count(*)::bigint as payments from (
      select p.id from processor_payments p
      where p.program_id = ${programId} and p.was_unattributed and p.state = 'unattributed'
        and p.reason = 'no_customer'
        and p.created_at >= ${from}::timestamptz and p.created_at <= ${to}::timestamptz
      limit ${most}
    ) n`.execute(queries)
  return rows[0]?.payments ?? 0
}

/** Null for unknown browsers, whose names come from made-up user agents. */
function knownBrowser(column: string, browsers: readonly string[]): RawBuilder<string | null> {
  return sql`case when ${sql.ref(column)} = any (${[...browsers]}::text[]) then ${sql.ref(column)} end`
}

/** The time in a UUIDv7. Another UUID has a meaningless time, at which no click exists. */
function toUuidTime(uuid: string): RawBuilder<Date> {
  return sql`timestamptz '1970-01-01 00:00:00+00' + interval '1 millisecond'
    * ('x' || translate(left(${sql.ref(uuid)}::text, 13), '-', ''))::bit(48)::bigint`
}

/** The dimension of a grouping-set row, `by`, and its value, `key`. */
function selectGroup(dimensions: readonly string[]): RawBuilder<unknown> {
  const dimensionCases = (show: (dimension: string) => RawBuilder<unknown>) =>
    sql.join(
      dimensions.map((one) => sql`when grouping(${sql.ref(`n.${one}`)}) = 0 then ${show(one)}`),
      sql` `,
    )
  return sql`case ${dimensionCases((one) => sql.lit(one))} else 'all' end as by,
    case ${dimensionCases((one) => sql.ref(`n.${one}`))} end collate "C" as key`
}

/** Selects each dimension's most frequent values in `sums`. */
function mostFrequent(values: number, count: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select * from (
      select sums.*, row_number() over (partition by by order by ${count} desc, key) as rank from sums
    ) ranked where rank <= ${values}`
}
