import {
  isCount,
  type Json,
  parseList,
  parseNumericId,
  parseObject,
  parseTimestamp,
} from '../event-values.rule.ts'
import type {
  ListedCollection,
  ListGrant,
  ListHeaders,
  ProcessorChange,
  ProcessorList,
} from '../processor.ts'

type Reader = (object: Json) => ProcessorChange | 'nothing' | undefined

const PAGE_ROWS = 100

/**
 * Objects in this version have the same format as in webhooks. Shopify responds with its oldest version once this one
 * is retired.
 */
const API = '/admin/api/2026-10'

const FIELDS =
  'id,admin_graphql_api_id,checkout_token,created_at,updated_at,financial_status,test,source_name,currency,' +
  'total_price,total_price_set,total_tax,email,customer,discount_codes,note_attributes,line_items'

/**
 * Lists orders by creation time, and refunds in orders that have changed since the start of the period. Apps that were
 * created in the store have an access token; newer ones have a client ID and a secret.
 */
export function createShopifyList(readers: { order: Reader; refund: Reader }): ProcessorList {
  return {
    isApiKey: (text) => isToken(text) || /^[a-f0-9]{32}$/.test(text),
    apiKeyHint:
      'Copy the client ID of your app from the Shopify Dev Dashboard, or an access token, which starts with shpat_.',
    isApiSecret: (text, apiKey) =>
      isToken(apiKey) ? text === '' : /^(shpss_)?[A-Za-z0-9]{16,200}$/.test(text),
    apiSecretHint:
      'Copy the client secret of your app from the Shopify Dev Dashboard. Leave it empty with an access token.',
    site: { example: 'my-store.myshopify.com', read: readStoreDomain },
    baseUrl: ({ site }) => `https://${site}`,
    grant: ({ apiKey, apiSecret }) => (isToken(apiKey) ? undefined : createGrant(apiKey, apiSecret)),
    headers: ({ apiKey }) => ({ 'x-shopify-access-token': apiKey }),
    collections: [
      {
        ...collection(readers.order),
        name: 'orders',
        path: ({ from, before, place }) =>
          listPath(place, FIELDS, {
            created_at_min: from.toISOString(),
            created_at_max: before.toISOString(),
          }),
        objectPath: (id) => `${API}/orders/${encodeURIComponent(id)}.json`,
        objects: ({ orders }) => (Array.isArray(orders) ? parseList(orders) : undefined),
        object: ({ order }) => parseObject(order),
        getId: ({ id }) => parseNumericId(id),
        read: (order) => (isPaid(order) ? toChanges(readers.order(order), order) : []),
      },
      {
        ...collection(readers.refund),
        name: 'refunds',
        path: ({ from, place }) => listPath(place, 'id,test,refunds', { updated_at_min: from.toISOString() }),
        objectPath(id) {
          const [order = '', refund = ''] = id.split('/')
          return `${API}/orders/${encodeURIComponent(order)}/refunds/${encodeURIComponent(refund)}.json`
        },
        objects: ({ orders }) => (Array.isArray(orders) ? parseList(orders).flatMap(listRefunds) : undefined),
        object: ({ refund }) => parseObject(refund),
        getId({ id, order_id }) {
          const [order, refund] = [parseNumericId(order_id), parseNumericId(id)]
          return order === undefined || refund === undefined ? undefined : `${order}/${refund}`
        },
      },
    ],
  }
}

function isToken(apiKey: string): boolean {
  return /^shp(at|ca|pa)_[A-Za-z0-9]{8,200}$/.test(apiKey)
}

function readStoreDomain(text: string): string | undefined {
  const domain = text
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '')
  return /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/.test(domain) ? domain : undefined
}

function createGrant(client_id: string, client_secret: string): ListGrant {
  const form = { grant_type: 'client_credentials', client_id, client_secret }
  return { path: '/admin/oauth/access_token', headers: {}, form }
}

/** Later pages are selected only by their cursor, which contains the filter. */
function listPath(place: string | undefined, fields: string, filter: Record<string, string>): string {
  const selected = place === undefined ? { status: 'any', ...filter } : { page_info: place }
  return `${API}/orders.json?${new URLSearchParams({ ...selected, limit: String(PAGE_ROWS), fields })}`
}

/** The parts that both collections share. */
function collection(read: Reader) {
  return {
    nextPage: (_page: Json, _objects: readonly Json[], { headers }: { headers: ListHeaders }) =>
      nextPage(headers.link),
    happenedAt: ({ created_at }: Json) => parseTimestamp(created_at),
    isLive: isLiveOrder,
    hasBothModes: true,
    read: (object: Json) => toChanges(read(object), object),
  } satisfies Partial<ListedCollection>
}

/** Returns the cursor in a header such as `<https://…?page_info=abc&limit=100>; rel="next"`. */
function nextPage(link: ListHeaders[string]): string | undefined {
  const urls = typeof link === 'string' ? [...link.matchAll(/<([^<>]*)>\s*;\s*rel="?next"?/g)] : []
  const url = urls[0]?.[1]
  if (url === undefined || !URL.canParse(url)) return undefined
  return new URL(url).searchParams.get('page_info') ?? undefined
}

/** Test orders of a live store were paid with a test gateway. */
function isLiveOrder({ test, transactions }: Json): boolean {
  return test !== true && !parseList(transactions).some((one) => one.test === true)
}

/** The event reports an order once it is fully paid. A refund doesn't change its total. */
function isPaid({ financial_status: status }: Json): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded'
}

function listRefunds({ id, test, refunds }: Json): Json[] {
  return parseList(refunds).map((refund) => ({ order_id: id, test, ...refund }))
}

function toChanges(change: ReturnType<Reader>, { id }: Json): ProcessorChange[] {
  if (change === 'nothing') return []
  return [change ?? { kind: 'unreadable', object_id: isCount(id) ? String(id) : undefined }]
}
