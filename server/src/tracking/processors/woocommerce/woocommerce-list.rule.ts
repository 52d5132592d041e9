import { type Json, parseList, parseNumericId, parseObject, parseTimestamp } from '../event-values.rule.ts'
import type { ListedCollection, ProcessorChange, ProcessorList } from '../processor.ts'

type Reader = (order: Json) => ProcessorChange | 'nothing' | undefined

const PAGE_ROWS = 100

/** Fields that the readers use. Items make up most of an order and have many more fields. */
const FIELDS =
  'id,status,currency,total,total_tax,customer_id,billing,coupon_lines,line_items,meta_data,refunds,' +
  'date_created_gmt,date_modified_gmt,date_paid_gmt'

/**
 * Lists a store's orders: payments by their order's creation time, and refunded totals by the order's last change,
 * which is never earlier than its newest refund. The API is on the store's own server, so the merchant enters its URL.
 */
export function createWooCommerceList(readers: { payment: Reader; refund: Reader }): ProcessorList {
  return {
    isApiKey: (text) => /^ck_[A-Za-z0-9]{8,200}$/.test(text),
    apiKeyHint:
      'Copy the consumer key from WooCommerce → Settings → Advanced → REST API. It starts with ck_.',
    isApiSecret: (text) => /^cs_[A-Za-z0-9]{8,200}$/.test(text),
    apiSecretHint:
      'Copy the consumer secret from WooCommerce → Settings → Advanced → REST API. It starts with cs_.',
    site: { example: 'https://shop.example', read: readStoreUrl },
    baseUrl: ({ site }) => site,
    headers: ({ apiKey, apiSecret }) => ({
      authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
    }),
    collections: [
      collection('orders', readers.payment, { prefix: '', field: 'date_created_gmt' }),
      collection('refunds', readers.refund, { prefix: 'modified_', field: 'date_modified_gmt' }),
    ],
  }
}

/** The timestamp that selects orders: its filters' prefix, and its field. */
interface SelectingTime {
  prefix: string
  field: string
}

function collection(name: string, read: Reader, { prefix, field }: SelectingTime): ListedCollection {
  return {
    name,
    path({ from, before, place = '1' }) {
      const query = new URLSearchParams({
        // Both ends are exclusive. Times are in seconds.
        [`${prefix}after`]: withoutOffset(new Date(from.getTime() - 1000)),
        [`${prefix}before`]: withoutOffset(before),
        dates_are_gmt: 'true',
        orderby: 'id',
        order: 'asc',
        page: place,
        per_page: String(PAGE_ROWS),
        _fields: FIELDS,
      })
      return `${ORDERS}?${query}`
    },
    objectPath: (id) => `${ORDERS}/${encodeURIComponent(id)}`,
    objects: ({ items }) => (Array.isArray(items) ? parseList(items) : undefined),
    nextPage(_page, orders, { place = '1', headers }) {
      const pages = headers['x-wp-totalpages']
      // A proxy may remove the header.
      const hasMore = typeof pages === 'string' ? Number(place) < Number(pages) : orders.length >= PAGE_ROWS
      return hasMore ? String(Number(place) + 1) : undefined
    },
    object: parseObject,
    getId: ({ id }) => parseNumericId(id),
    happenedAt: (order) => parseUtc(order[field]),
    // The mode was stated when connecting.
    isLive: (_order, { isLive }) => isLive,
    read(order) {
      const change = read(order)
      if (change === 'nothing') return []
      return [change ?? { kind: 'unreadable', object_id: parseNumericId(order.id) }]
    },
  }
}

const ORDERS = '/wp-json/wc/v3/orders'

/** WordPress converts a time with an offset to the store's time zone, even if the dates are marked as UTC. */
function withoutOffset(instant: Date): string {
  return instant.toISOString().slice(0, 19)
}

/** Timestamps have no offset: their names say that they are in UTC. */
export function parseUtc(value: unknown): Date | undefined {
  return parseTimestamp(typeof value === 'string' ? `${value}Z` : undefined)
}

/** Returns a store's URL without its trailing slash. WordPress may be in a folder on the site. */
function readStoreUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text)
  const isPlain = [search, hash, username, password].every((part) => part === '')
  if (!isPlain || !['https:', 'http:'].includes(protocol)) return undefined
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
