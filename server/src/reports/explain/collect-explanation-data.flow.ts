import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { formatClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import {
  type CustomerEntry,
  type CustomerNames,
  findCustomerEntries,
  findPaymentEntries,
  findSaleEntries,
  listClickEntries,
  listRejectedRequestEntries,
  listSessionClicks,
} from './explain.sql.ts'
import type { ExplainQuery } from './explain.ts'
import { explainLimits } from './limits.ts'
import { type ClickReference, listTimeline } from './timeline.sql.ts'

/** Lists are newest first, except the clicks and the timeline. */
export type CollectedData = Awaited<ReturnType<typeof collectExplanationData>>

/** Reads everything a program has recorded about an order, customer, click or email. */
export async function collectExplanationData(deps: Deps, programId: number, query: ExplainQuery) {
  const { kysely } = deps.database
  const { transactionIds, ...records } = await collectRecords(deps, programId, query)
  const { sales, customers, rejectedRequests } = records
  const places = [
    ...customers.flatMap(({ click_uuid, clicked_at, attribution_source }) =>
      attribution_source === 'click'
        ? [{ uuid: click_uuid, at: clicked_at }]
        : // The click lost to the code or to the team, and is older than the attribution.
          parseClickReferences(programId, [formatClickId(programId, click_uuid)]),
    ),
    ...parseClickReferences(programId, query.by === 'clickId' ? [query.value] : []),
    ...parseClickReferences(
      programId,
      rejectedRequests.map(({ click_id }) => click_id),
    ),
  ]
  const { clicks, winner } = await collectClicks(deps, programId, { places, customers })
  const payments = await findPaymentEntries(kysely, programId, transactionIds)
  const sources = {
    customerIds: customers.map(({ id }) => id),
    saleIds: sales.map(({ id }) => id),
    clicks: clicks.map(({ click_uuid, received_at }) => ({ uuid: click_uuid, at: received_at })),
    clickIdPrefix: formatClickId(programId, ''),
    paymentIds: payments.map(({ id }) => id),
    rejectedRequestIds: rejectedRequests.map(({ id }) => id),
  }
  const timeline = await listTimeline(kysely, programId, sources, explainLimits.timelineItems + 1)
  const isCut =
    sales.length >= explainLimits.timelineSales ||
    rejectedRequests.length >= explainLimits.timelineRejectedRequests ||
    customers.length >= explainLimits.timelineCustomers ||
    timeline.length > explainLimits.timelineItems
  return { ...records, clicks, payments, winner, timeline, isCut }
}

/**
 * Reads the sales, customers and rejected requests. An order is explained on its own, without its customer's other
 * purchases.
 */
async function collectRecords(
  { database: { kysely }, config }: Deps,
  programId: number,
  { by, value }: ExplainQuery,
) {
  const isOrder = by === 'transactionId'
  const erase = idPseudonymizer(programId, config.appSecret)
  const names = {
    isOrder,
    transactionIds: isOrder ? uniqueNames([value, erase(value)]) : [],
    customerKeys: by === 'customerKey' ? [value] : [],
    clickIds: by === 'clickId' ? [value] : [],
  }
  const { timelineSales, timelineRejectedRequests } = explainLimits
  const namedSales = await findSaleEntries(kysely, programId, names, timelineSales)
  const requests = await listRejectedRequestEntries(kysely, programId, names, timelineRejectedRequests)
  // An order whose requests were all rejected belongs to the customer in the request.
  const isMissing = isOrder && namedSales.every(({ is_test }) => is_test)
  const sent = isMissing ? requests.find(({ type, is_test }) => type === 'sale' && !is_test) : undefined
  const clicks = parseClickReferences(programId, [
    ...names.clickIds,
    sent?.customer_key === null ? sent.click_id : null,
  ])
  const customers = await withContinuedCustomers(kysely, programId, {
    ids: namedSales.map(({ customer_id }) => customer_id).filter((id) => id !== null),
    customer_key: names.customerKeys[0] ?? sent?.customer_key ?? undefined,
    click_uuids: clicks.map(({ uuid }) => uuid),
    email_hash: by === 'emailHash' ? value : undefined,
  })
  const customerIds = customers.map(({ id }) => id)
  const sales = isOrder
    ? namedSales
    : await findSaleEntries(kysely, programId, { customerIds }, timelineSales)
  const owners = [...requests, ...customers].map(({ customer_key }) => customer_key)
  const clickIds = customers.map(({ click_uuid }) => formatClickId(programId, click_uuid))
  const related = {
    ...names,
    customerKeys: uniqueNames([...names.customerKeys, ...owners]),
    clickIds: uniqueNames([...names.clickIds, ...requests.map(({ click_id }) => click_id), ...clickIds]),
  }
  const rejectedRequests = await listRejectedRequestEntries(
    kysely,
    programId,
    related,
    timelineRejectedRequests,
  )
  return { transactionIds: names.transactionIds, sales, customers, rejectedRequests }
}

/** Returns customers and the rows that they continue, so the partners who lost a customer are shown as well. */
async function withContinuedCustomers(
  queries: Queries,
  programId: number,
  names: CustomerNames,
): Promise<CustomerEntry[]> {
  const rows = explainLimits.timelineCustomers
  const customers = new Map<number, CustomerEntry>()
  let found = await findCustomerEntries(queries, programId, names, rows)
  while (found.length > 0 && customers.size < rows) {
    for (const one of found) customers.set(one.id, one)
    const continued = await findCustomerEntries(
      queries,
      programId,
      { continued_by: found.map(({ id }) => id) },
      rows,
    )
    found = continued.filter(({ id }) => !customers.has(id))
  }
  return [...customers.values()].sort((a, b) => b.id - a.id).slice(0, rows)
}

/** Returns the positions of this program's click IDs, from the timestamps in the IDs. */
function parseClickReferences(programId: number, clickIds: readonly (string | null)[]): ClickReference[] {
  return clickIds
    .map((clickId) => (clickId === null ? undefined : parseClickId(clickId)))
    .filter((click) => click?.programId === programId)
    .filter((click) => click !== undefined)
    .map(({ uuid, receivedAt }) => ({ uuid, at: receivedAt }))
}

/** Reads the clicks at these positions and, if the customers have only one click, the other visits in its session. */
async function collectClicks(
  { database: { kysely } }: Deps,
  programId: number,
  { places, customers }: { places: readonly ClickReference[]; customers: readonly CustomerEntry[] },
) {
  const placesByUuid = new Map(places.map((place) => [place.uuid, place]))
  const clicks = await listClickEntries(kysely, programId, [...placesByUuid.values()])
  const clickCount = new Set(customers.map(({ click_uuid }) => click_uuid)).size
  const [only] = clickCount > 1 ? [] : clicks.filter(({ is_test }) => !is_test)
  if (only === undefined || only.session === null) return { clicks, winner: undefined }
  const at = only.received_at.getTime()
  const visits = await listSessionClicks(kysely, programId, {
    session: only.session,
    times: [at - DAY_MS, at, at + DAY_MS].map((time) => new Date(time)),
    looked: explainLimits.timelineClicksLooked,
    rows: explainLimits.timelineClicks,
  })
  const others = visits.filter(({ click_uuid }) => !placesByUuid.has(click_uuid))
  const all = [...clicks, ...others]
  if (customers.length > 0 || others.length === 0) return { clicks: all, winner: undefined }
  const click_uuids = others.map(({ click_uuid }) => click_uuid)
  const [customer] = await findCustomerEntries(kysely, programId, { click_uuids }, 1)
  const click = others.find(({ click_uuid }) => click_uuid === customer?.click_uuid)
  return { clicks: all, winner: customer && click && { click, customer } }
}

function uniqueNames(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))]
}
