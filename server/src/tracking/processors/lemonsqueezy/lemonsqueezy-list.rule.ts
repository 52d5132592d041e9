import {
  isAmount,
  isCount,
  type Json,
  parseList,
  parseNumericId,
  parseObject,
  parseTimestamp,
} from '../event-values.rule.ts'
import type { ListedCollection, ListQuery, ProcessorChange, ProcessorList } from '../processor.ts'

/** An order or subscription invoice, without its checkout's custom data, which only events contain. */
interface ListedResource {
  id: string
  attributes: Json
  custom: undefined
}

type Reader = (resource: ListedResource) => ProcessorChange | 'nothing' | undefined

const PAGE_ROWS = 100
const JSON_API = 'application/vnd.api+json'

/**
 * Lists orders and subscription invoices, newest first, because Lemon Squeezy can't select a period. Refunds have no
 * objects of their own: an order has the total refunded so far.
 */
export function createLemonSqueezyList(readers: {
  order: Reader
  refundedOrder: Reader
  invoice: Reader
  refundedInvoice: Reader
}): ProcessorList {
  return {
    isApiKey: (text) => /^[\x21-\x7e]{40,2000}$/.test(text),
    apiKeyHint: 'Copy the whole API key from Lemon Squeezy under Settings → API.',
    baseUrl: () => 'https://api.lemonsqueezy.com',
    headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}`, accept: JSON_API }),
    collections: [
      collection('orders', [readers.order, readers.refundedOrder]),
      collection('subscription-invoices', [readers.invoice, readers.refundedInvoice]),
    ],
  }
}

function collection(name: string, [readPayment, readRefund]: [Reader, Reader]): ListedCollection {
  return {
    name,
    path: ({ place = '1' }) =>
      `/v1/${name}?${new URLSearchParams({ 'page[number]': place, 'page[size]': String(PAGE_ROWS) })}`,
    objectPath: (id) => `/v1/${name}/${encodeURIComponent(id)}`,
    objects: ({ data }) => (Array.isArray(data) ? parseList(data) : undefined),
    nextPage,
    object: ({ data }) => parseObject(data),
    getId: ({ id }) => parseNumericId(id),
    happenedAt: (object) => parseTimestamp(getAttributes(object).created_at),
    isLive: (object) => getAttributes(object).test_mode !== true,
    read(object) {
      const [id, attributes] = [parseNumericId(object.id), getAttributes(object)]
      if (id === undefined) return []
      const { refunded, refunded_amount } = attributes
      const isRefunded = isAmount(refunded_amount) || (refunded === true && refunded_amount === undefined)
      const readers = isRefunded ? [readPayment, readRefund] : [readPayment]
      return readers.flatMap((read) => {
        const change = read({ id, attributes, custom: undefined })
        if (change === 'nothing') return []
        return [change ?? { kind: 'unreadable' as const, object_id: id }]
      })
    },
    isNewestFirst: true,
  }
}

function getAttributes(object: Json): Json {
  return parseObject(object.attributes) ?? {}
}

/** New orders move others to a later page, never to an earlier one, so none are skipped. */
function nextPage({ meta }: Json, objects: readonly Json[], { place = '1' }: ListQuery): string | undefined {
  const last = parseObject(parseObject(meta)?.page)?.lastPage
  return isCount(last) && objects.length > 0 && Number(place) < last ? String(Number(place) + 1) : undefined
}
