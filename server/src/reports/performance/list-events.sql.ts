import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type {
  AttributedBy,
  CommissionStatus,
  LeadSettler,
  LeadSource,
  LeadState,
  SaleDecisionCode,
  SaleStatus,
  SaleType,
  SubscriptionInterval,
} from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { SearchResults } from '../../core/search-results.ts'
import { joinDimensions, SENT_WITH_CLICK } from '../../tracking/clicks/click-dimensions.sql.ts'

export type EventType = 'click' | 'lead' | 'sale'

/** Position in the sort order: newest first, then by type, then by ID. */
export interface EventPosition {
  received_at: Date
  type: EventType
  id: number
}

/** Filters of sales: refunded in full or in part, or recorded without a commission. */
export const SALE_FILTERS = ['refunded', 'no_commission'] as const
export type SaleFilter = (typeof SALE_FILTERS)[number]

export interface EventPage {
  programId: number
  types: readonly EventType[]
  isTest: boolean
  /** Both ends are included. */
  from: Date
  to: Date
  /** The last event of the previous page; undefined for the first page. */
  after: EventPosition | undefined
  limit: number
  /** Filter of sales; other types are not affected. */
  saleFilter?: SaleFilter | undefined
  /** Search results; undefined without a search. */
  matches?: SearchResults | undefined
}

interface SharedFields {
  id: number
  received_at: Date
  partner_id: number | null
  partner_name: string | null
}

interface CustomerFields {
  customer_id: number | null
  customer_key: string | null
  commission_id: number | null
  /** Less reversals. */
  commission_cents: number | null
  commission_reversed_cents: number | null
  commission_currency: Currency | null
  commission_status: CommissionStatus | null
  /** The coupon code as the team wrote it, or as sent if the program had no such active code. */
  coupon_code: string | null
  coupon_partner: { id: number; name: string } | null
}

export interface ClickRow extends SharedFields {
  type: 'click'
  click_uuid: string
  affiliate_url: string | null
  page_url: string | null
  page_title: string | null
  referrer_url: string | null
  session_id: string | null
  user_agent: string | null
  screen_resolution: string | null
  viewport_size: string | null
  language: string | null
  timezone: string | null
  consent: string | null
}

export interface LeadRow extends SharedFields, CustomerFields {
  type: 'lead'
  state: LeadState
  source: LeadSource
  settled_by: LeadSettler | null
  settled_at: Date | null
  page_url: string | null
  session_id: string | null
  click_uuid: string | null
}

export interface SaleRow extends SharedFields, CustomerFields {
  type: 'sale'
  transaction_id: string
  amount_cents: number | null
  currency: Currency
  tax_amount_cents: number | null
  sale_type: SaleType
  is_recurring: boolean
  subscription_id: string | null
  subscription_interval: SubscriptionInterval | null
  product_id: string | null
  /** The policy that paid the sale, or would have paid it. */
  policy_id: number | null
  /** Null for a test sale. */
  decision_code: SaleDecisionCode | null
  occurred_at: Date | null
  provider: string | null
  provider_payment_id: string | null
  attributed_by: AttributedBy | null
  status: SaleStatus
  refunded_cents: number
  click_uuid: string | null
}

/** The statement returns the columns of all types, but only the columns for the row's type are set. */
export type EventRow = ClickRow | LeadRow | SaleRow

/**
 * Reads a page of events. Each type reads its own index up to the limit, and only the newest rows across all types are
 * loaded completely.
 */
export async function listEvents(queries: Queries, page: EventPage) {
  const { screen_resolution, viewport_size } = SENT_WITH_CLICK
  const { rows } = await sql<EventRow>`
    with newest as (
      select * from (${sql.join(
        page.types.map((type) => eventTypeQuery(page, type)),
        sql` union all `,
      )}) as keys
      order by received_at desc, type desc, id desc
      limit ${page.limit}
    )
    select newest.type, newest.id, newest.received_at,
      relation.partner_id, partner.name as partner_name,
      coalesce(page.page_url, lead.page_url) as page_url,
      coalesce(click.session_id, click.session_uuid::text, lead.session_id) as session_id,
      coalesce(click.click_uuid, sale.click_uuid, customer.click_uuid) as click_uuid,
      page.affiliate_url, page.page_title, referrer.referrer_url, device.user_agent,
      ${screen_resolution('click')} as screen_resolution, ${viewport_size('click')} as viewport_size,
      device.language, device.timezone, click.consent,
      customer.id as customer_id, customer.customer_key,
      coalesce(paid_lead.id, paid_sale.id) as commission_id,
      coalesce(paid_lead.amount_cents - paid_lead.reversed_cents, paid_sale.amount_cents - paid_sale.reversed_cents)
        as commission_cents,
      coalesce(paid_lead.reversed_cents, paid_sale.reversed_cents) as commission_reversed_cents,
      coalesce(paid_lead.currency, paid_sale.currency) as commission_currency,
      coalesce(paid_lead.status, paid_sale.status) as commission_status,
      lead.state, lead.source, lead.settled_by, lead.settled_at,
      sale.transaction_id, sale.amount_cents, sale.currency, sale.tax_amount_cents, sale.sale_type,
      sale.is_recurring, sale.subscription_id, sale.subscription_interval, sale.product_id, sale.policy_id, sale.decision_code,
      sale.occurred_at, sale.provider, sale.provider_payment_id, sale.attributed_by,
      sale.status, sale.refunded_cents,
      coalesce(coupon.code, lead.coupon_code, sale.coupon_code) as coupon_code,
      case when owner.id is not null then jsonb_build_object('id', owner.id, 'name', owner.name) end as coupon_partner
    from newest
    left join click_events click on newest.type = 'click' and click.program_id = ${page.programId}
      and click.received_at = newest.received_at and click.click_uuid = newest.click_uuid
    ${joinDimensions('click', page.programId)}
    left join lead_events lead on newest.type = 'lead' and lead.program_id = ${page.programId} and lead.id = newest.id
    left join sale_events sale on newest.type = 'sale' and sale.program_id = ${page.programId} and sale.id = newest.id
    left join customers customer on customer.program_id = ${page.programId}
      and customer.id = coalesce(lead.customer_id, sale.customer_id)
    left join commissions paid_lead on paid_lead.program_id = ${page.programId} and paid_lead.lead_id = lead.id
    left join commissions paid_sale on paid_sale.program_id = ${page.programId} and paid_sale.sale_id = sale.id
    left join program_enrollments relation on relation.program_id = ${page.programId}
      and relation.partner_id = coalesce(click.partner_id, sale.partner_id, customer.partner_id)
    left join partners partner on partner.workspace_id = relation.workspace_id and partner.id = relation.partner_id
    left join coupon_codes coupon on coupon.program_id = ${page.programId}
      and coupon.id = coalesce(lead.coupon_id, sale.coupon_id)
    left join program_enrollments enrollment on enrollment.program_id = ${page.programId}
      and enrollment.partner_id = coupon.partner_id
    left join partners owner on owner.workspace_id = enrollment.workspace_id and owner.id = enrollment.partner_id
    order by newest.received_at desc, newest.type desc, newest.id desc`.execute(queries)
  return rows
}

const EVENT_TABLES: Record<EventType, { table: string; click_uuid: string }> = {
  click: { table: 'click_events', click_uuid: 'e.click_uuid' },
  lead: { table: 'lead_events', click_uuid: 'null::uuid' },
  sale: { table: 'sale_events', click_uuid: 'null::uuid' },
}

/** Table and condition for the events of one type, with the alias `e`. */
interface Source {
  from: RawBuilder<unknown>
  which: RawBuilder<unknown>
  /** The index's time column. */
  at: 'e.received_at' | 'u.created_at'
  /** Whether there are few rows, so they are read completely and then sorted. Otherwise, the index is read in order. */
  isFew: boolean
  /** The index is read once for each of these IDs, as `n.id`. */
  each?: readonly number[]
}

/**
 * Selects the next keys of one type, newest first, by the index (program_id, is_test, received_at, id), and clicks by
 * the primary key or the test click index. A search reads the matching index once per result.
 */
function eventTypeQuery(page: EventPage, type: EventType): RawBuilder<unknown> {
  const all: Source = {
    from: sql`${sql.table(EVENT_TABLES[type].table)} e`,
    which: sql`true`,
    at: 'e.received_at',
    isFew: false,
  }
  if (page.matches === undefined) return selectEventKeys(page, type, all)
  const sources = searchedSources(page, type, page.matches)
  if (sources.length === 0) return selectEventKeys(page, type, { ...all, which: sql`false` })
  return sql`(${sql.join(
    sources.map((source) => selectEventKeys(page, type, source)),
    sql` union `,
  )})`
}

/** Each condition has an index. */
const SALE_CONDITIONS: Record<SaleFilter, RawBuilder<unknown>> = {
  refunded: sql`and e.refunded_cents > 0`,
  no_commission: sql`and e.decision_code in ('no_policy', 'policy_ended')`,
}

function selectEventKeys(
  page: EventPage,
  type: EventType,
  { from, which, at, isFew, each }: Source,
): RawBuilder<unknown> {
  const { click_uuid } = EVENT_TABLES[type]
  const before = page.after?.received_at ?? page.to
  const keys = sql`
    select ${sql.lit(type)}::text as type, e.program_id, e.id, e.received_at, ${sql.raw(click_uuid)} as click_uuid
    from ${from}
    where e.program_id = ${page.programId} and ${sql.raw(page.isTest ? 'e.is_test' : 'not e.is_test')} and ${which}
      ${type === 'sale' && page.saleFilter !== undefined ? SALE_CONDITIONS[page.saleFilter] : sql``}
      and ${sql.ref(at)} between ${page.from} and ${page.to} and ${sql.ref(at)} <= ${before}
      and (${sql.ref(at)}, e.id) < (${before}, ${maxEventId(page.after, type)}::bigint)`
  const newest = sql`${keys} order by ${sql.ref(at)} desc, e.id desc limit ${page.limit}`
  if (each !== undefined) {
    const ids = sql.join(each.map((id) => sql`(${id}::bigint)`))
    return sql`(select few.* from (values ${ids}) n (id) cross join lateral (${newest}) few)`
  }
  return isFew
    ? // "offset 0" keeps the planner from reading all events in time order to find a few.
      sql`(select * from (${keys} offset 0) few order by received_at desc, id desc limit ${page.limit})`
    : sql`(${newest})`
}

function searchedSources(
  { programId, isTest }: EventPage,
  type: EventType,
  matches: SearchResults,
): Source[] {
  const { saleIds, customerIds, clicks } = matches
  // Test events have no partner.
  const partnerIds = isTest ? [] : matches.partnerIds
  const at = 'e.received_at'
  const table = sql`${sql.table(EVENT_TABLES[type].table)} e`
  const sourcesByIds = (column: string, ids: readonly number[]): Source[] =>
    ids.length === 0
      ? []
      : [{ from: table, which: sql`${sql.ref(column)} in (${sql.join(ids)})`, at, isFew: true }]
  const partnerSource = (partnerId: number): Source => ({
    from: table,
    which: sql`e.partner_id = ${partnerId}`,
    at,
    isFew: false,
  })
  // One customer may have hundreds of thousands of purchases.
  const customerSources = (): Source[] =>
    customerIds.length === 0
      ? []
      : [{ from: table, which: sql`e.customer_id = n.id`, at, isFew: false, each: customerIds }]
  switch (type) {
    case 'click':
      return [...clickSources(clicks), ...partnerIds.map(partnerSource)]
    case 'sale':
      return [...sourcesByIds('e.id', saleIds), ...customerSources(), ...partnerIds.map(partnerSource)]
    case 'lead':
      return [
        ...sourcesByIds('e.customer_id', customerIds),
        // A customer is created together with its lead, at the same time, and has the partner.
        ...partnerIds.map(
          (partnerId): Source => ({
            from: sql`customers u join lead_events e on e.program_id = ${programId} and e.customer_id = u.id`,
            which: sql`u.program_id = ${programId} and u.partner_id = ${partnerId}`,
            at: 'u.created_at',
            isFew: false,
          }),
        ),
      ]
  }
}

/** Returns the sources of clicks. A click's ID determines its partition. */
function clickSources(clicks: SearchResults['clicks']): Source[] {
  if (clicks.length === 0) return []
  const clickKeys = clicks.map(
    ({ received_at, click_uuid }) => sql`(${received_at}::timestamptz, ${click_uuid}::uuid)`,
  )
  const from = sql`(values ${sql.join(clickKeys)}) n (received_at, click_uuid)
    join click_events e on e.received_at = n.received_at and e.click_uuid = n.click_uuid`
  return [{ from, which: sql`true`, at: 'e.received_at', isFew: true }]
}

const EVERY_ID = '9223372036854775807'
const NO_ID = '0'

/**
 * Returns the SQL for the ID that events must be below. At the last event's time, types that sort below it are still to
 * come.
 */
function maxEventId(after: EventPosition | undefined, type: EventType): string {
  if (after === undefined || type < after.type) return EVERY_ID
  return type === after.type ? String(after.id) : NO_ID
}
