import { instantOf, type Json, listOf, numberedIdOf, objectOf } from '../event-values.rule.ts'
import type { ListedCollection, ProcessorChange, ProcessorList } from '../processor.ts'

type Reader = (order: Json) => ProcessorChange | 'nothing' | undefined

const PAGE_ROWS = 100

/** What the readers use. Items are the largest part of an order and have many further fields. */
const FIELDS =
  'id,status,currency,total,total_tax,customer_id,billing,coupon_lines,line_items,meta_data,refunds,' +
  'date_created_gmt,date_modified_gmt,date_paid_gmt'

/**
 * Lists orders of a store: payments by the creation of their order, and totals refunded by the last change of theirs,
 * which is when the newest refund was made or later. The store's own server has the API, so its URL is entered.
 */
export function createWooCommerceList(readers: { payment: Reader; refund: Reader }): ProcessorList {
  return {
    isApiKey: (text) => /^ck_[A-Za-z0-9]{8,200}$/.test(text),
    isApiSecret: (text) => /^cs_[A-Za-z0-9]{8,200}$/.test(text),
    site: { example: 'https://shop.example', read: readStoreUrl },
    baseUrl: ({ site }) => site,
    headers: ({ apiKey, apiSecret }) => ({
      authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
    }),
    collections: [
      collection('orders', readers.payment, { prefix: '', orderby: 'date', time: 'date_created_gmt' }),
      collection('refunds', readers.refund, {
        prefix: 'modified_',
        orderby: 'modified',
        time: 'date_modified_gmt',
      }),
    ],
  }
}

/** Orders by a time: the names of its filters, its order and its field. */
interface ByTime {
  prefix: string
  orderby: string
  time: string
}

function collection(name: string, read: Reader, { prefix, orderby, time }: ByTime): ListedCollection {
  return {
    name,
    path({ from, before, place = '1' }) {
      const query = new URLSearchParams({
        // Excluded itself. Times are in seconds.
        [`${prefix}after`]: new Date(from.getTime() - 1000).toISOString(),
        [`${prefix}before`]: before.toISOString(),
        dates_are_gmt: 'true',
        orderby,
        order: 'asc',
        page: place,
        per_page: String(PAGE_ROWS),
        _fields: FIELDS,
      })
      return `${ORDERS}?${query}`
    },
    objectPath: (id) => `${ORDERS}/${encodeURIComponent(id)}`,
    objects: ({ items }) => (Array.isArray(items) ? listOf(items) : undefined),
    nextPlace(_page, _objects, { place = '1', headers }) {
      const pages = headers['x-wp-totalpages']
      const isLast = typeof pages !== 'string' || !(Number(place) < Number(pages))
      return isLast ? undefined : String(Number(place) + 1)
    },
    object: objectOf,
    idOf: ({ id }) => numberedIdOf(id),
    happenedAt: (order) => inUtc(order[time]),
    // The mode was stated when connecting.
    isLive: (_order, { isLive }) => isLive,
    read(order) {
      const change = read(order)
      if (change === 'nothing') return []
      return [change ?? { kind: 'unreadable', object_id: numberedIdOf(order.id) }]
    },
  }
}

const ORDERS = '/wp-json/wc/v3/orders'

/** Timestamps have no offset: their names say that they are in UTC. */
export function inUtc(value: unknown): Date | undefined {
  return instantOf(typeof value === 'string' ? `${value}Z` : undefined)
}

/** Returns the URL of a store without its trailing slash. WordPress may be in a folder of the site. */
function readStoreUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text)
  const isPlain = [search, hash, username, password].every((part) => part === '')
  if (!isPlain || !['https:', 'http:'].includes(protocol)) return undefined
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
