import type { Deps } from '../../core/deps.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { formatClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import {
  type ClickEntry,
  type ClickPlace,
  type CustomerEntry,
  findCustomerEntries,
  findPaymentEntries,
  findSaleEntries,
  listClickEntries,
  listRejectedRequestEntries,
  listSessionClicks,
  type PaymentEntry,
  type ProgramEntry,
  type RejectedRequestEntry,
  type SaleEntry,
} from './explain.sql.ts'
import type { ExplainQuery, TimelineItem } from './explain.ts'
import { explainLimits } from './limits.ts'
import { inOrder, placed, rejectedRequestItem } from './timeline.rule.ts'
import { listTimeline } from './timeline.sql.ts'

/** Everything a program knows about the queried order, customer, click or email. Lists are newest first. */
export interface CollectedFacts {
  /** Sales with exactly the queried transaction ID. */
  named: readonly SaleEntry[]
  sales: readonly SaleEntry[]
  customers: readonly CustomerEntry[]
  clicks: readonly ClickEntry[]
  /** Requests with a valid key come first. */
  rejectedRequests: readonly RejectedRequestEntry[]
  payments: readonly PaymentEntry[]
  /** The customer that another click of the queried click's session brought. */
  winner: { click: ClickEntry; customer: CustomerEntry } | undefined
  /** All events, oldest first. */
  timeline: TimelineItem[]
  /** Whether a limit was reached. */
  isCut: boolean
}

/** Reads everything a program knows about an order, customer, click or email. */
export async function collectFacts(
  deps: Deps,
  program: ProgramEntry,
  query: ExplainQuery,
): Promise<CollectedFacts> {
  const { kysely } = deps.database
  const { id } = program
  const isOrder = query.by === 'transactionId'
  const names = namesOf(deps, id, query)
  const place = query.by === 'clickId' ? placeOf(id, query.value) : undefined
  const named = await findSaleEntries(
    kysely,
    id,
    { transactionIds: names.transactionIds },
    explainLimits.timelineSales,
  )
  const rejectedRequestsOfName = await listRejectedRequestEntries(
    kysely,
    id,
    names,
    explainLimits.timelineRejectedRequests,
  )
  // An order that was only rejected belongs to the customer in its request.
  const isMissing = isOrder && named.every(({ is_test }) => is_test)
  const sent = isMissing
    ? rejectedRequestsOfName.find(({ type, is_test }) => type === 'sale' && !is_test)
    : undefined
  const sentPlace =
    sent?.click_id == null || sent.customer_key !== null ? undefined : placeOf(id, sent.click_id)
  const customers = await findCustomerEntries(
    kysely,
    id,
    {
      ids: named.map(({ customer_id }) => customer_id).filter(isDefined),
      customer_key: names.customerKeys[0] ?? sent?.customer_key ?? undefined,
      click_uuids: [place, sentPlace].filter(isDefined).map(({ uuid }) => uuid),
      email_hash: query.by === 'emailHash' ? query.value : undefined,
    },
    explainLimits.timelineCustomers,
  )
  const customerIds = customers.map((customer) => customer.id)
  // An order is explained on its own, because the customer's other orders were not looked up.
  const others = isOrder
    ? []
    : await findSaleEntries(kysely, id, { customerIds }, explainLimits.timelineSales)
  const sales = [...named, ...others.filter((sale) => named.every((one) => one.id !== sale.id))]
  const rejectedRequests = await rejectedRequestsOf(deps, id, {
    isOrder,
    found: rejectedRequestsOfName,
    customers,
  })
  const { clicks, winner } = await clicksOf(deps, id, { place, customers, rejectedRequests })
  const payments = await findPaymentEntries(kysely, id, names.transactionIds)
  const saleIds = sales.map((sale) => sale.id)
  const entries = await listTimeline(kysely, id, { customerIds, saleIds }, explainLimits.timelineItems + 1)
  const isCut =
    sales.length >= explainLimits.timelineSales ||
    rejectedRequests.length >= explainLimits.timelineRejectedRequests ||
    customers.length >= explainLimits.timelineCustomers ||
    entries.length > explainLimits.timelineItems
  const found = { named, sales, customers, clicks, rejectedRequests, payments, winner, isCut }
  return { ...found, timeline: inOrder([...placedTraces(id, found), ...entries.toReversed()]) }
}

/** Returns the IDs to look up. A transaction ID is also looked up by its pseudonym. */
function namesOf({ config }: Deps, programId: number, { by, value }: ExplainQuery) {
  const erase = idPseudonymizer(programId, config.appSecret)
  return {
    transactionIds: by === 'transactionId' ? [...new Set([value, erase(value)])] : [],
    customerKeys: by === 'customerKey' ? [value] : [],
    clickIds: by === 'clickId' ? [value] : [],
  }
}

/** Returns the position of a click by the timestamp in its ID. */
export function placeOf(programId: number, clickId: string): ClickPlace | undefined {
  const parsed = parseClickId(clickId)
  return parsed?.programId === programId ? { uuid: parsed.uuid, at: parsed.receivedAt } : undefined
}

/**
 * Returns the rejected requests with this identifier, and the rejected clicks and signups of its customers; for an
 * order, without their other purchases.
 */
async function rejectedRequestsOf(
  { database: { kysely } }: Deps,
  programId: number,
  {
    isOrder,
    found,
    customers,
  }: { isOrder: boolean; found: readonly RejectedRequestEntry[]; customers: readonly CustomerEntry[] },
): Promise<RejectedRequestEntry[]> {
  const keys = [...found, ...customers].map(({ customer_key }) => customer_key)
  const clicks = [
    ...found.map(({ click_id }) => click_id),
    ...customers.map(({ click_uuid }) => formatClickId(programId, click_uuid)),
  ]
  const names = { customerKeys: unique(keys), clickIds: unique(clicks) }
  const more = await listRejectedRequestEntries(
    kysely,
    programId,
    names,
    explainLimits.timelineRejectedRequests,
  )
  const related = more.filter(
    ({ id, type }) =>
      found.every((one) => one.id !== id) && (!isOrder || type === 'lead' || type === 'click'),
  )
  return [...found, ...related]
    .sort(
      (a, b) =>
        Number(b.is_authenticated) - Number(a.is_authenticated) ||
        b.last_at.getTime() - a.last_at.getTime() ||
        b.id - a.id,
    )
    .slice(0, explainLimits.timelineRejectedRequests)
}

/**
 * Returns the clicks of the customers, the queried click, the clicks of rejected requests, and other visits of a
 * session.
 */
async function clicksOf(
  { database: { kysely } }: Deps,
  programId: number,
  {
    place,
    customers,
    rejectedRequests,
  }: { place: ClickPlace | undefined } & Pick<CollectedFacts, 'customers' | 'rejectedRequests'>,
): Promise<Pick<CollectedFacts, 'clicks' | 'winner'>> {
  const places = [
    place,
    ...customers.map(({ click_uuid, clicked_at }) => ({ uuid: click_uuid, at: clicked_at })),
    ...rejectedRequests.map(({ click_id }) => (click_id === null ? undefined : placeOf(programId, click_id))),
  ].filter(isDefined)
  const byUuid = new Map(places.map((one) => [one.uuid, one]))
  const clicks = await listClickEntries(kysely, programId, [...byUuid.values()])
  const [only] = customers.length > 1 ? [] : clicks.filter(({ is_test }) => !is_test)
  const session = only?.session ?? null
  if (only === undefined || session === null) return { clicks, winner: undefined }
  const at = only.received_at
  const search = { session, looked: explainLimits.timelineClicksLooked, rows: explainLimits.timelineClicks }
  const near = (from: Date, to: Date) => listSessionClicks(kysely, programId, { ...search, from, to })
  const before = await near(new Date(at.getTime() - DAY_MS), at)
  const around = [...before, ...(await near(at, new Date(at.getTime() + DAY_MS)))]
  const others = await listClickEntries(
    kysely,
    programId,
    [...new Map(around.map((click) => [click.uuid, click])).values()].filter(({ uuid }) => !byUuid.has(uuid)),
  )
  const all = [...clicks, ...others]
  if (customers.length > 0 || others.length === 0) return { clicks: all, winner: undefined }
  const click_uuids = others.map(({ click_uuid }) => click_uuid)
  const [customer] = await findCustomerEntries(kysely, programId, { click_uuids }, 1)
  const click = others.find(({ click_uuid }) => click_uuid === customer?.click_uuid)
  return { clicks: all, winner: customer && click && { click, customer } }
}

/** Returns clicks, payments and rejected requests as timeline items. */
function placedTraces(
  programId: number,
  {
    clicks,
    customers,
    payments,
    rejectedRequests,
  }: Pick<CollectedFacts, 'clicks' | 'customers' | 'payments' | 'rejectedRequests'>,
) {
  const own = new Set(customers.map(({ click_uuid }) => click_uuid))
  const kept = new Set(clicks.map(({ click_uuid }) => click_uuid))
  // If a click was archived or deleted, its customer still has its time and partner.
  const gone = customers
    .filter(({ click_uuid, is_of_click }) => is_of_click && !kept.has(click_uuid))
    .map(({ click_uuid, clicked_at, partner }) => ({ click_uuid, received_at: clicked_at, partner }))
  const goneOnce = new Map(gone.map((click) => [click.click_uuid, { ...click, is_test: false, code: null }]))
  return [
    ...[...clicks, ...goneOnce.values()].map((click) =>
      placed(click.received_at, 1, {
        type: 'click',
        isTest: click.is_test,
        clickId: formatClickId(programId, click.click_uuid),
        partner: click.partner,
        linkCode: click.code,
        isOtherClick: own.size > 0 && !own.has(click.click_uuid) ? true : null,
      }),
    ),
    ...payments.map((payment) =>
      placed(payment.created_at, 2, {
        type: 'payment',
        isTest: false,
        paymentState: payment.state,
        paymentReason: payment.reason,
        customerKey: payment.customer_key,
        saleId: payment.sale_id,
      }),
    ),
    ...rejectedRequests.map((rejectedRequest) =>
      placed(rejectedRequest.last_at, 20, {
        type: 'rejected_request',
        isTest: rejectedRequest.is_test,
        rejectedRequest: rejectedRequestItem(rejectedRequest),
        transactionId: rejectedRequest.transaction_id,
        customerKey: rejectedRequest.customer_key,
        clickId: rejectedRequest.click_id,
        linkCode: rejectedRequest.link_code,
      }),
    ),
  ]
}

function unique(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter(isDefined))]
}

function isDefined<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}
