import { type Json, parseList, parseObject, parseText, parseTimestamp } from '../event-values.rule.ts'
import type { ListedCollection, ProcessorChange, ProcessorList } from '../processor.ts'

type Reader = (data: Json) => ProcessorChange | 'nothing' | undefined

const PAGE_ROWS = 30

/**
 * Lists completed transactions by billing time, and adjustments, which can't be selected by time. Paddle's sandbox has
 * its own host.
 */
export function createPaddleList(readers: { transaction: Reader; adjustment: Reader }): ProcessorList {
  return {
    isApiKey: (text) => /^pdl_(live|sdbx)_apikey_[A-Za-z0-9_]{8,200}$/.test(text),
    apiKeyHint:
      'Copy an API key from Paddle under Developer tools → Authentication. It starts with pdl_live_apikey_, or pdl_sdbx_apikey_ in the sandbox.',
    baseUrl: ({ isLive }) => (isLive ? 'https://api.paddle.com' : 'https://sandbox-api.paddle.com'),
    headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}`, 'paddle-version': '1' }),
    collections: [
      {
        ...collection(
          'transactions',
          readers.transaction,
          ({ billed_at, created_at }) => billed_at ?? created_at,
        ),
        path: ({ from, before, place }) =>
          listPath('transactions', place, {
            status: 'completed',
            'billed_at[GTE]': from.toISOString(),
            'billed_at[LT]': before.toISOString(),
            order_by: 'billed_at[DESC]',
          }),
      },
      {
        ...collection('adjustments', readers.adjustment, ({ created_at }) => created_at),
        path: ({ place }) => listPath('adjustments', place, { order_by: 'id[DESC]' }),
        // An adjustment has no path of its own.
        objectPath: (id) => `/adjustments?${new URLSearchParams({ id })}`,
        // IDs grow with time.
        isNewestFirst: true,
      },
    ],
  }
}

function listPath(name: string, place: string | undefined, filter: Record<string, string>): string {
  const query = new URLSearchParams({
    ...filter,
    per_page: String(PAGE_ROWS),
    ...(place === undefined ? {} : { after: place }),
  })
  return `/${name}?${query}`
}

function collection(
  name: string,
  read: Reader,
  getTime: (object: Json) => unknown,
): Omit<ListedCollection, 'path'> {
  return {
    name,
    objectPath: (id) => `/${name}/${encodeURIComponent(id)}`,
    objects: ({ data }) => (Array.isArray(data) ? parseList(data) : undefined),
    nextPage(page, objects) {
      const pagination = parseObject(parseObject(page.meta)?.pagination)
      return pagination?.has_more === true ? parseText(objects.at(-1)?.id) : undefined
    },
    object: ({ data }) => (Array.isArray(data) ? parseList(data)[0] : parseObject(data)),
    getId: ({ id }) => parseText(id),
    happenedAt: (object) => parseTimestamp(getTime(object)),
    // Live and sandbox objects are on different hosts.
    isLive: (_object, { isLive }) => isLive,
    read: (object) => toChanges(read(object), object),
  }
}

function toChanges(change: ReturnType<Reader>, { id }: Json): ProcessorChange[] {
  if (change === 'nothing') return []
  return [change ?? { kind: 'unreadable', object_id: parseText(id) }]
}
