import {
  isCount,
  type Json,
  parseList,
  parseObject,
  parseText,
  parseTimestamp,
} from '../event-values.rule.ts'
import type { ListedCollection, ListQuery, ProcessorChange, ProcessorList } from '../processor.ts'

type Reader = (data: Json) => ProcessorChange | 'nothing' | undefined

const PAGE_ROWS = 100

/** Lists orders and refunds, newest first, because Polar can't select a period. Its sandbox has its own host. */
export function createPolarList(readers: { order: Reader; refund: Reader }): ProcessorList {
  return {
    isApiKey: (text) => /^polar_(oat|pat)_[A-Za-z0-9_-]{8,200}$/.test(text),
    apiKeyHint:
      'Copy an organization access token from the settings of your Polar organization. It starts with polar_oat_.',
    baseUrl: ({ isLive }) => (isLive ? 'https://api.polar.sh' : 'https://sandbox-api.polar.sh'),
    headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
    collections: [
      collection('orders', (order) => (order.paid === false ? 'nothing' : readers.order(order))),
      {
        ...collection('refunds', readers.refund),
        // A refund has no path of its own.
        objectPath: (id) => `/v1/refunds/?${new URLSearchParams({ id })}`,
        object: ({ items }) => parseList(items)[0],
      },
    ],
  }
}

function collection(name: string, read: Reader): ListedCollection {
  return {
    name,
    path: ({ place = '1' }) =>
      `/v1/${name}/?${new URLSearchParams({ page: place, limit: String(PAGE_ROWS), sorting: '-created_at' })}`,
    objectPath: (id) => `/v1/${name}/${encodeURIComponent(id)}`,
    objects: ({ items }) => (Array.isArray(items) ? parseList(items) : undefined),
    nextPage,
    object: parseObject,
    getId: ({ id }) => parseText(id),
    happenedAt: ({ created_at }) => parseTimestamp(created_at),
    // Live and sandbox objects are on different hosts.
    isLive: (_object, { isLive }) => isLive,
    read: (object) => toChanges(read(object), object),
    isNewestFirst: true,
  }
}

/** New orders move others to a later page, never to an earlier one, so none are skipped. */
function nextPage(
  { pagination }: Json,
  objects: readonly Json[],
  { place = '1' }: ListQuery,
): string | undefined {
  const last = parseObject(pagination)?.max_page
  return isCount(last) && objects.length > 0 && Number(place) < last ? String(Number(place) + 1) : undefined
}

function toChanges(change: ReturnType<Reader>, { id }: Json): ProcessorChange[] {
  if (change === 'nothing') return []
  return [change ?? { kind: 'unreadable', object_id: parseText(id) }]
}
