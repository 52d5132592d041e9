import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { AMOUNT_ADJUSTED } from '../../core/enums.ts'
import type { TimelineItem, TimelineItemType } from './explain.ts'

/** Partner as JSON from the joined rows `p`; null if not joined. */
export const PARTNER = sql`case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end`

/** Formats an instant as an ISO 8601 timestamp. */
export function toIsoSql(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Returns one of the program's partners as JSON; null if there is none with this ID. */
function selectPartner(programId: number, partnerId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select jsonb_build_object('id', n.id, 'name', n.name) from program_enrollments e
    join partners n on n.workspace_id = e.workspace_id and n.id = e.partner_id
    where e.program_id = ${programId} and e.partner_id = ${partnerId})`
}

/**
 * Returns a coupon code's effect as JSON, under the names that the facts use, from a row of sale_events or lead_events;
 * null without a code.
 */
export function selectCouponDecision(row: string, programId: number): RawBuilder<unknown> {
  const [facts, couponId] = [sql.ref(`${row}.decision_facts`), sql.ref(`${row}.coupon_id`)]
  const couponColumn = (column: string) => sql`(
    select ${sql.ref(`k.${column}`)} from coupon_codes k where k.program_id = ${programId} and k.id = ${couponId})`
  return sql`case when ${facts} ->> 'coupon' is not null then jsonb_strip_nulls(jsonb_build_object(
    'code', coalesce(${couponColumn('code')}, ${sql.ref(`${row}.coupon_code`)}), 'outcome', ${facts} -> 'coupon',
    'partner', ${selectPartner(programId, couponColumn('partner_id'))},
    'otherPartner', ${selectPartner(programId, sql`(${facts} ->> 'otherPartnerId')::bigint`)},
    'precedence', ${facts} -> 'couponPrecedence', 'previousSource', ${facts} -> 'previousSource',
    'previousAt', ${facts} -> 'previousAt', 'previousWasValid', ${facts} -> 'previousWasValid')) end`
}

/** Joins a row's partner as `p`, with their enrollment as `pp`. */
export function joinPartner(row: string, programId: number): RawBuilder<unknown> {
  return sql`
    left join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = ${sql.ref(`${row}.partner_id`)}
    left join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id`
}

/** A rejected request as JSON, from its row `r`. */
export const REJECTED_REQUEST = sql`jsonb_build_object('id', r.id, 'type', r.type, 'code', r.code, 'message', r.message,
  'field', r.field, 'count', r.count, 'firstAt', ${toIsoSql(sql`r.first_at`)}, 'lastAt', ${toIsoSql(sql`r.last_at`)})`

/** A click's position: the timestamp in its ID leads to its partition. */
export interface ClickReference {
  uuid: string
  at: Date
}

/** Clicks as rows `w`. */
export function clickReferenceRows(places: readonly ClickReference[]): RawBuilder<unknown> {
  const clickKeys = JSON.stringify(places.map(({ uuid, at }) => ({ uuid, at: at.toISOString() })))
  return sql`jsonb_to_recordset(${clickKeys}::jsonb) as w (uuid uuid, at timestamptz)`
}

/** Records whose events a timeline shows. */
export interface TimelineSources {
  customerIds: readonly number[]
  saleIds: readonly number[]
  clicks: readonly ClickReference[]
  /** The part of a click ID before its UUID. */
  clickIdPrefix: string
  paymentIds: readonly number[]
  rejectedRequestIds: readonly number[]
}

/**
 * Returns the newest `rows` events, oldest first, from the current rows of customers, clicks, leads, sales, payments,
 * refunds, commissions and payouts. Items are ordered by time, but never before their cause, even if the clocks of
 * two processes differ. At the same time, lower ranks come first.
 */
export async function listTimeline(
  queries: Queries,
  programId: number,
  { customerIds, saleIds, clicks, clickIdPrefix, paymentIds, rejectedRequestIds }: TimelineSources,
  rows: number,
): Promise<TimelineItem[]> {
  const anyCustomerId = sql`any (${[...customerIds]}::bigint[])`
  const anySaleId = sql`any (${[...saleIds]}::bigint[])`
  const result = await sql<{ type: TimelineItemType; at: Date; isTest: boolean; item: object }>`
    with customer as (
      select c.id, c.clicked_at, c.click_uuid, c.link_id, c.continued_by, c.attribution_source = 'click' as is_of_click, a.attributed_at, a.reason,
        coalesce(u.name, k.name, a.actor_id, 'the coupon code ' || o.code) as actor,
        jsonb_build_object('customerId', c.id, 'customerKey', c.customer_key, 'partner', ${PARTNER}) as item
      from customers c
      ${joinPartner('c', programId)}
      left join customer_attributions a on a.program_id = ${programId} and a.customer_id = c.id
      left join coupon_codes o on o.program_id = ${programId} and o.id = a.coupon_id
      left join users u on u.id = a.actor_id
      left join management_keys k on 'key:' || k.id = a.actor_id
      where c.program_id = ${programId} and c.id = ${anyCustomerId}
    ), lead as (
      select l.id, l.is_test, l.received_at, l.settled_at, greatest(l.received_at, c.clicked_at) as place,
        greatest(l.settled_at, l.received_at, c.clicked_at) as settled_place,
        -- Omits a lead created by an attribution or a sale, because it was never reported.
        (c.attributed_at is null and (l.state = 'settled' or l.source = 'browser'))
          or coalesce(l.settled_at > l.received_at, false)
          or l.decision_facts ->> 'otherPartnerId' is not null as is_reported,
        c.item || jsonb_build_object('leadId', l.id, 'leadState', l.state, 'leadSource', l.source, 'otherPartner', (
          select n.item -> 'partner' from customer n where n.id = c.continued_by and n.item -> 'partner' <> c.item -> 'partner'))
          as item,
        jsonb_build_object('couponDecision', ${selectCouponDecision('l', programId)},
          'unknownFields', l.decision_facts -> 'unknownFields', 'settledBy', l.settled_by) as decision
      from lead_events l join customer c on c.id = l.customer_id
      where l.program_id = ${programId} and l.customer_id = ${anyCustomerId}
    ), sale as (
      select s.id, s.is_test, s.received_at, s.amount_cents, s.tax_amount_cents, c.clicked_at, greatest(s.received_at, c.clicked_at) as place,
        jsonb_build_object('saleId', s.id, 'transactionId', s.transaction_id, 'currency', s.currency) as named,
        jsonb_build_object('amountCents', s.amount_cents, 'customerId', s.customer_id, 'partner', ${PARTNER},
          'couponDecision', ${selectCouponDecision('s', programId)},
          'unknownFields', s.decision_facts -> 'unknownFields', 'isClickUnused', s.decision_facts -> 'isClickUnused',
          'otherPartner', ${selectPartner(programId, sql`(s.decision_facts ->> 'unusedClickPartnerId')::bigint`)},
          'reportedBy', case
            when s.is_test or exists (select from claims q where q.program_id = ${programId} and q.sale_id = s.id) then null
            when exists (select from processor_payments y where y.program_id = ${programId} and y.sale_id = s.id
              and y.created_sale) then 'processor'
            else 'server' end) as item
      from sale_events s left join customer c on c.id = s.customer_id
      ${joinPartner('s', programId)}
      where s.program_id = ${programId} and s.id = ${anySaleId}
    ), refund as (
      select r.id, r.is_test, r.kind, r.received_at, r.withdrawn_at,
        s.named || jsonb_build_object('amountCents', coalesce(r.reported_cents, r.amount_cents), 'because', r.reason,
          'countedCents', case when r.kind = 'refund' and r.amount_cents < r.reported_cents then r.amount_cents end) as item,
        greatest(s.place, max(r.received_at) over (partition by r.sale_id order by r.id)) as place
      from sale s cross join lateral (
        select * from refund_events where program_id = ${programId} and sale_id = s.id order by id desc limit ${rows}
      ) r
    ), commission as (
      select m.id, m.sale_id, m.amount_cents, m.created_at, m.hold_until, s.amount_cents as sale_cents,
        greatest(m.created_at, s.place, l.settled_place) as place,
        case when y.type = 'percent' and y.commission_base = 'amount_without_tax' then nullif(s.tax_amount_cents, 0) end
          as tax_cents, y.type = 'percent' as is_percent,
        jsonb_build_object('policyType', y.type, 'rateBps', y.rate_bps) as policy,
        jsonb_build_object('commissionId', m.id, 'customerId', m.customer_id, 'partner', ${PARTNER}, 'currency', m.currency,
          'saleId', m.sale_id, 'leadId', m.lead_id) as item,
        jsonb_build_object('commissionId', m.id, 'partner', ${PARTNER}) as paid_item
      from (
        select * from commissions where program_id = ${programId} and sale_id = ${anySaleId}
        union all
        select n.* from lead l
        -- The limit makes the planner use the unique key; a join may read all commissions.
        cross join lateral (select * from commissions where program_id = ${programId} and lead_id = l.id limit 1) n
      ) m
      left join sale s on s.id = m.sale_id
      left join lead l on l.id = m.lead_id
      left join commission_policies y on y.program_id = ${programId} and y.id = m.policy_id
      ${joinPartner('m', programId)}
    ), change as (
      select h.*, m.sale_id, m.item, h.adjusted_cents <> 0 or h.reason = ${AMOUNT_ADJUSTED} as is_adjusted,
        greatest(m.place, max(h.changed_at) over (partition by h.commission_id order by h.id)) as place
      from commission m cross join lateral (
        select * from commission_changes
        where program_id = ${programId} and commission_id = m.id order by id desc limit ${rows}
      ) h
    ), payout as (
      select o.payout_id, o.status, o.created_at, o.closed_at, greatest(o.created_at, m.place) as place,
        m.paid_item || jsonb_build_object('payoutId', o.payout_id, 'amountCents', o.amount_cents, 'currency', o.currency) as item
      from commission m cross join lateral (
        select i.payout_id, i.amount_cents, y.currency, y.status, y.created_at, y.closed_at
        from payout_items i join payouts y on y.program_id = ${programId} and y.id = i.payout_id
        where i.program_id = ${programId} and i.commission_id = m.id order by i.payout_id desc limit ${rows}
      ) o
    ), click as (
      select e.id, e.click_uuid, e.received_at, e.is_test, ${PARTNER} as partner, l.code
      from ${clickReferenceRows(clicks)}
      join click_events e on e.program_id = ${programId} and e.received_at = w.at and e.click_uuid = w.uuid
      left join links l on l.program_id = ${programId} and l.id = e.link_id
      ${joinPartner('e', programId)}
      union all
      -- If a click was archived or deleted, its customer still has its time, partner and link.
      (select distinct on (c.click_uuid) c.id, c.click_uuid, c.clicked_at, false, c.item -> 'partner', l.code
      from customer c left join links l on l.program_id = ${programId} and l.id = c.link_id
      where c.is_of_click and c.click_uuid <> all (${clicks.map(({ uuid }) => uuid)}::uuid[])
      order by c.click_uuid, c.id)
    ), entry (type, at, place, rank, seq, is_test, item) as (
      select 'click', k.received_at, k.received_at, 1, k.id, k.is_test, jsonb_build_object('clickId', ${clickIdPrefix}::text || k.click_uuid,
        'partner', k.partner, 'linkCode', k.code, 'isOtherClick', case when exists (select from customer)
          and not exists (select from customer c where c.click_uuid = k.click_uuid) then true end,
        'otherPartner', taker.partner, 'couponDecision', taker.coupon)
      from click k
      -- The click's customer, whom a coupon code or the team attributed to another partner before the first sale.
      left join lateral (
        select c.item -> 'partner' as partner, (
          select d.decision from (
            select s.id, s.item -> 'couponDecision' as decision from sale s where (s.item ->> 'customerId')::bigint = c.id
            union all select l.id, l.decision -> 'couponDecision' from lead l where (l.item ->> 'customerId')::bigint = c.id
          ) d
          where d.decision #> '{otherPartner,id}' = k.partner -> 'id' order by d.id limit 1) as coupon
        from customer c
        where c.click_uuid = k.click_uuid and not c.is_of_click and c.item #> '{partner,id}' <> k.partner -> 'id'
          and not exists (select from sale s join customer o on o.id = (s.item ->> 'customerId')::bigint
            where o.click_uuid = k.click_uuid and o.is_of_click)
        order by c.id desc limit 1
      ) taker on true
      union all
      select 'payment', y.created_at, y.created_at, 2, y.id, false, jsonb_build_object('paymentState', y.state,
        'paymentReason', y.reason, 'customerKey', y.customer_key, 'saleId', y.sale_id)
      from processor_payments y where y.program_id = ${programId} and y.id = any (${[...paymentIds]}::bigint[])
      union all
      select 'rejected_request', r.last_at, r.last_at, 20, r.id, r.is_test, jsonb_build_object(
        'rejectedRequest', ${REJECTED_REQUEST}, 'transactionId', r.transaction_id, 'customerKey', r.customer_key, 'clickId', r.click_id, 'linkCode', r.link_code)
      from rejected_requests r where r.program_id = ${programId} and r.id = any (${[...rejectedRequestIds]}::bigint[])
      union all
      select 'attributed', c.attributed_at, c.attributed_at, 3, c.id, false,
        c.item || jsonb_build_object('attributedBy', c.actor, 'because', c.reason)
      from customer c where c.attributed_at is not null
      union all
      select 'lead', l.received_at, l.place, 4, l.id, l.is_test,
        case when l.settled_at > l.received_at then l.item else l.item || l.decision end
      from lead l where l.is_reported
      union all
      select 'lead_settled', l.settled_at, l.settled_place, 5, l.id, l.is_test, l.item || l.decision
      from lead l where l.settled_at > l.received_at
      union all
      select 'claim_approved', m.closed_at, greatest(m.closed_at, s.clicked_at), 6, m.id, false,
        s.named - 'currency' || jsonb_build_object('claimId', m.id, 'partner', ${PARTNER})
      from claims m join sale s on s.id = m.sale_id
      ${joinPartner('m', programId)}
      where m.program_id = ${programId} and m.sale_id = ${anySaleId}
      union all
      select 'sale', s.received_at, s.place, 7, s.id, s.is_test, s.named || s.item || jsonb_build_object('isAdjusted',
        (select true from change h where h.sale_id = s.id and h.is_adjusted limit 1))
      from sale s
      union all
      select r.kind, r.received_at, r.place, 9, r.id * 2, r.is_test, r.item from refund r
      union all
      select case r.kind when 'dispute' then 'dispute_won' else 'refund_undone' end, r.withdrawn_at,
        greatest(r.withdrawn_at, r.place), 9, r.id * 2 + 1, r.is_test, r.item
      from refund r where r.withdrawn_at is not null
      union all
      -- A commission comes before a refund at the same instant.
      select 'commission', m.created_at, m.place, 8, m.id, false, m.item || m.policy
        || jsonb_build_object('amountCents', coalesce(h.from_amount_cents, m.amount_cents), 'holdUntil', ${toIsoSql(sql`m.hold_until`)})
        || case when m.is_percent and not exists (select from change r where r.commission_id = m.id and r.is_adjusted)
          then jsonb_build_object('baseCents', m.sale_cents - coalesce(m.tax_cents, 0), 'taxCents', m.tax_cents)
          else '{}' end
      from commission m
      -- The amount before any change.
      left join lateral (
        select from_amount_cents from commission_changes
        where program_id = ${programId} and commission_id = m.id order by id limit 1
      ) h on true
      union all
      -- At the same instant, a payout comes after the approval and before the change to paid.
      select 'commission_change', h.changed_at, h.place,
        max(case h.to_status when 'paid' then 12 else 10 end) over (partition by h.commission_id, h.place order by h.id), h.id,
        false, h.item || jsonb_build_object('fromStatus', h.from_status, 'toStatus', h.to_status, 'fromCents', h.from_amount_cents,
          'amountCents', h.to_amount_cents, 'because', h.reason, 'isAdjusted', case when h.is_adjusted then true end)
      from change h
      union all
      select 'payout_made', o.created_at, o.place, 11, o.payout_id, false, o.item from payout o
      union all
      select case o.status when 'paid' then 'payout_paid' else 'payout_canceled' end, o.closed_at,
        greatest(o.closed_at, o.place), 13, o.payout_id, false, o.item
      from payout o where o.status <> 'open'
    )
    select type, at, is_test as "isTest",
      (select jsonb_object_agg(f.key, f.value) from jsonb_each(item) f where f.value <> 'null') as item
    from entry order by place desc, rank desc, seq desc, item -> 'commissionId' desc limit ${rows}`.execute(
    queries,
  )
  return result.rows
    .map(({ item, at, ...fields }) => ({ ...fields, at: at.toISOString(), ...item }))
    .toReversed()
}
