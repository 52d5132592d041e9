import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { CouponPrecedence } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { CouponLeak, CouponOrderKind, CouponOrderSum, SumColumn } from './coupon-order.ts'

export interface CouponReportWindow {
  from: Date
  to: Date
  /** Reads at most this many orders, newest first. */
  orders: number
  /** How long before an order another partner's click counts as close. */
  minutes: number
}

/**
 * Returns the newest live sales in the window that had a code, with the click that brought the customer: the customer's
 * click, the click of the row that the customer continues, or the click that lost to a code when no customer existed
 * yet.
 */
function ordersWithCodes(
  programId: number,
  { from, to, orders, minutes }: CouponReportWindow,
): RawBuilder<unknown> {
  const inProgram = (alias: string) => sql`${sql.ref(`${alias}.program_id`)} = ${programId}`
  return sql`
    select o.*, case
        when o.click_partner_id = o.code_partner_id then 'own_click'
        when o.click_partner_id <> o.code_partner_id and o.received_at >= o.clicked_at
          and o.received_at <= o.clicked_at + ${minutes}::integer * interval '1 minute'
          -- The code brought the customer before the click did.
          and not exists (select from customers q
            where ${inProgram('q')} and (q.id = o.customer_id or q.continued_by = o.customer_id)
              and q.attribution_source = 'coupon_code' and q.partner_id = o.code_partner_id
              and q.clicked_at < o.clicked_at) then 'other_click'
        else 'no_click'
      end as kind
    from (
      select s.id, s.customer_id, s.transaction_id, s.received_at, s.currency, s.amount_cents, s.partner_id, s.coupon_id, k.code,
        k.partner_id as code_partner_id, s.refunded_cents, s.amount_cents - s.refunded_cents as revenue_cents,
        coalesce(m.amount_cents - m.reversed_cents, 0) as commission_cents,
        not exists (select from sale_events e
          where ${inProgram('e')} and e.customer_id = s.customer_id and not e.is_test and e.id < s.id)
        and not exists (select from customer_attributions a join customers q on ${inProgram('q')} and q.id = a.previous_customer_id
          where ${inProgram('a')} and a.customer_id = s.customer_id and q.sale_count > 0) as is_new,
        click.partner_id as click_partner_id, click.clicked_at
      from (
        select n.* from sale_events n
        where ${inProgram('n')} and n.coupon_id is not null and not n.is_test
          and n.received_at >= ${from}::timestamptz and n.received_at <= ${to}::timestamptz
        order by n.received_at desc, n.id desc
        limit ${orders}
      ) s
      join coupon_codes k on ${inProgram('k')} and k.id = s.coupon_id
      join customers c on ${inProgram('c')} and c.id = s.customer_id
      left join commissions m on ${inProgram('m')} and m.sale_id = s.id
      left join lateral (
        select x.partner_id, x.clicked_at from (
          select 1 as rank, c.partner_id, c.clicked_at where c.attribution_source = 'click'
          union all
          select 2, q.partner_id, q.clicked_at
          from customer_attributions a join customers q on ${inProgram('q')} and q.id = a.previous_customer_id
          where ${inProgram('a')} and a.customer_id = c.id and q.attribution_source = 'click'
          union all
          select 3, r.partner_id, r.clicked_at
          from customer_attributions a
          join customer_attributions b on ${inProgram('b')} and b.customer_id = a.previous_customer_id
          join customers r on ${inProgram('r')} and r.id = b.previous_customer_id
          where ${inProgram('a')} and a.customer_id = c.id and r.attribution_source = 'click'
          union all
          select 4, coalesce((f.facts ->> 'otherPartnerId')::bigint, c.partner_id), (f.facts ->> 'previousAt')::timestamptz
          from (
            select l.decision_facts as facts from lead_events l where ${inProgram('l')} and l.customer_id = c.id
            union all
            (select e.decision_facts from sale_events e
              where ${inProgram('e')} and e.customer_id = c.id and not e.is_test order by e.received_at, e.id limit 1)
          ) f
          where f.facts ->> 'coupon' = 'attributed' and f.facts ->> 'previousSource' = 'click'
        ) x
        order by x.rank limit 1
      ) click on true
    ) o`
}

const partnerName = (programId: number, partnerId: string) => sql`(
  select n.name from program_enrollments e
  join partners n on n.workspace_id = e.workspace_id and n.id = e.partner_id
  where e.program_id = ${programId} and e.partner_id = ${sql.ref(partnerId)})`

/** Sums the orders in a window by code, currency and kind. */
export async function sumCouponOrders(
  queries: Queries,
  programId: number,
  window: CouponReportWindow,
): Promise<CouponOrderSum[]> {
  const { rows } = await sql<Omit<CouponOrderSum, SumColumn> & Record<SumColumn, string>>`
    select g.*, ${partnerName(programId, 'g.partner_id')} as partner_name
    from (
      select o.coupon_id, o.code, o.code_partner_id as partner_id, o.currency, o.kind, count(*)::integer as orders,
        count(*) filter (where o.is_new)::integer as new_orders, sum(o.revenue_cents)::text as revenue_cents,
        sum(o.commission_cents)::text as commission_cents,
        coalesce(sum(o.commission_cents) filter (where o.partner_id = o.code_partner_id), 0)::text
          as code_partner_commission_cents
      from (${ordersWithCodes(programId, window)}) o
      group by 1, 2, 3, 4, 5
    ) g
    order by g.coupon_id, g.currency, g.kind`.execute(queries)
  return rows.map((row) => ({
    ...row,
    revenue_cents: BigInt(row.revenue_cents),
    commission_cents: BigInt(row.commission_cents),
    code_partner_commission_cents: BigInt(row.code_partner_commission_cents),
  }))
}

/** Sums the clicks on these partners' links, per partner. */
export async function sumPartnerClicks(
  queries: Queries,
  programId: number,
  { partnerIds, from, to }: { partnerIds: readonly number[]; from: string; to: string },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ partner_id: number; clicks: number }>`
    select d.partner_id, sum(d.clicks)::bigint as clicks from daily_link_stats d
    where d.program_id = ${programId} and d.day between ${from}::date and ${to}::date
      and d.partner_id = any (${[...partnerIds]}::bigint[])
    group by d.partner_id`.execute(queries)
  return new Map(rows.map(({ partner_id, clicks }) => [partner_id, clicks]))
}

/**
 * Lists the newest orders in a window that show a leak sign: another partner's click shortly before, or one of these
 * codes without a click from its partner.
 */
export async function listCouponLeaks(
  queries: Queries,
  programId: number,
  window: CouponReportWindow,
  { couponIds, rows }: { couponIds: readonly number[]; rows: number },
): Promise<CouponLeak[]> {
  const result = await sql<CouponLeak & { kind: CouponOrderKind; currency: Currency }>`
    select l.*, ${partnerName(programId, 'l.code_partner_id')} as code_partner_name,
      ${partnerName(programId, 'l.partner_id')} as partner_name,
      ${partnerName(programId, 'l.click_partner_id')} as click_partner_name
    from (
      select o.id as sale_id, o.transaction_id, o.received_at, o.code, o.kind, o.code_partner_id, o.partner_id,
        o.click_partner_id, o.clicked_at, o.currency, o.amount_cents, o.refunded_cents,
        o.commission_cents
      from (${ordersWithCodes(programId, window)}) o
      where o.kind = 'other_click' or (o.kind = 'no_click' and o.coupon_id = any (${[...couponIds]}::bigint[]))
      order by o.received_at desc, o.id desc
      limit ${rows}
    ) l
    order by l.received_at desc, l.sale_id desc`.execute(queries)
  return result.rows
}

/** A stored decision between a coupon code and the customer's earlier attribution, or on a code alone. */
export interface CouponConflictRow {
  customer_id: number
  code_partner_id: number
  used_at: Date
  /** The winning partner, which is the partner of the row that stores the decision. */
  partner_id: number
  facts: {
    coupon: string
    otherPartnerId?: number
    couponPrecedence?: CouponPrecedence
    previousSource?: 'click' | 'coupon_code' | 'team'
    /** ISO 8601. */
    previousAt?: string
    previousWasValid?: boolean
  }
  attribution_source: 'click' | 'coupon_code' | 'team'
}

/**
 * Returns the stored decisions on these customers' codes, oldest first: from the signup of the row that the customer
 * continues, from the customer's own signup, and from the first sale.
 */
export async function listCouponConflicts(
  queries: Queries,
  programId: number,
  customerIds: readonly number[],
): Promise<CouponConflictRow[]> {
  // A click sent later may have replaced the code. The code's time is then on the row that the click's customer
  // continues.
  const usedAt = (row: string) => sql`case when ${sql.ref(`${row}.attribution_source`)} = 'coupon_code'
    then ${sql.ref(`${row}.clicked_at`)} else coalesce((
      select max(o.clicked_at) from customers o where o.program_id = ${programId} and o.continued_by = ${sql.ref(`${row}.id`)}
        and o.attribution_source = 'coupon_code'), l.settled_at, l.received_at) end`
  const { rows } = await sql<CouponConflictRow>`
    select d.customer_id, k.partner_id as code_partner_id, d.used_at, d.partner_id, d.facts, d.attribution_source
    from (
      select c.id as customer_id, 1 as step, q.partner_id, l.decision_facts as facts, l.coupon_id, c.attribution_source,
        ${usedAt('q')} as used_at
      from customers c
      join customer_attributions a on a.program_id = ${programId} and a.customer_id = c.id
      join customers q on q.program_id = ${programId} and q.id = a.previous_customer_id
      join lead_events l on l.program_id = ${programId} and l.customer_id = q.id
      where c.program_id = ${programId} and c.id = any (${[...customerIds]}::bigint[])
      union all
      select c.id, 2, c.partner_id, l.decision_facts, l.coupon_id, c.attribution_source, ${usedAt('c')}
      from customers c
      join lead_events l on l.program_id = ${programId} and l.customer_id = c.id
      where c.program_id = ${programId} and c.id = any (${[...customerIds]}::bigint[])
      union all
      select c.id, 3, s.partner_id, s.decision_facts, s.coupon_id, c.attribution_source, s.received_at
      from customers c
      cross join lateral (
        select e.partner_id, e.decision_facts, e.coupon_id, e.received_at from sale_events e
        where e.program_id = ${programId} and e.customer_id = c.id and not e.is_test
        order by e.received_at, e.id limit 1
      ) s
      where c.program_id = ${programId} and c.id = any (${[...customerIds]}::bigint[])
    ) d
    join coupon_codes k on k.program_id = ${programId} and k.id = d.coupon_id
    where d.facts ->> 'coupon' in ('attributed', 'same_partner', 'click_wins', 'code_lapsed', 'earlier_code', 'team_decided')
    order by d.customer_id, d.step`.execute(queries)
  return rows
}

/** Returns the partners' groups at the given times, in order; null for those without a group. */
export async function listGroupsAt(
  queries: Queries,
  programId: number,
  wanted: readonly { partner_id: number; at: Date }[],
): Promise<(number | null)[]> {
  if (wanted.length === 0) return []
  const json = JSON.stringify(
    wanted.map(({ partner_id, at }, place) => ({ place, partner_id, at: at.toISOString() })),
  )
  const { rows } = await sql<{ group_id: number | null }>`
    select g.group_id
    from jsonb_to_recordset(${json}::jsonb) as w (place integer, partner_id bigint, at timestamptz)
    left join lateral (
      select n.group_id from partner_group_changes n
      where n.program_id = ${programId} and n.partner_id = w.partner_id and n.at <= w.at
      order by n.seq desc limit 1
    ) g on true
    order by w.place`.execute(queries)
  return rows.map(({ group_id }) => group_id)
}
