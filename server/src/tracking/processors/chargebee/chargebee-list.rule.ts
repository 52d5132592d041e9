import { isInstant, type Json, parseList, parseObject, parseText } from '../event-values.rule.ts'
import type { ListedCollection, ProcessorChange, ProcessorList } from '../processor.ts'

type Reader = (content: Json) => ProcessorChange | 'nothing' | undefined

const PAGE_ROWS = 100

const API = '/api/v2'

/**
 * Lists transactions. They don't contain their subscription's metadata, so the click is read only when a payment is
 * recorded. Each site has its own host; a test site's name ends with `-test`.
 */
export function createChargebeeList(readers: { payment: Reader; refund: Reader }): ProcessorList {
  return {
    isApiKey: (text) => /^[A-Za-z0-9_-]{16,200}$/.test(text),
    apiKeyHint:
      'Copy an API key from Chargebee under Settings → Configure Chargebee → API Keys and Webhooks.',
    site: { example: 'my-site', read: readSiteName, isTest: (site) => site.endsWith('-test') },
    baseUrl: ({ site }) => `https://${site}.chargebee.com`,
    headers: ({ apiKey }) => ({ authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` }),
    collections: [
      {
        ...collection('payments', { 'type[is]': 'payment', 'status[is]': 'success' }, (content) =>
          parseObject(content.transaction)?.status === 'success' ? readers.payment(content) : 'nothing',
        ),
        relatedPaths: listRelatedPaths,
      },
      collection('refunds', { 'type[is]': 'refund' }, readers.refund),
    ],
  }
}

/** Returns a site's name, which may be entered with its host. */
function readSiteName(text: string): string | undefined {
  const name = text
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\.chargebee\.com\/?$/, '')
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name) ? name : undefined
}

function collection(name: string, filter: Record<string, string>, read: Reader): ListedCollection {
  return {
    name,
    path({ from, before, place }) {
      const query = new URLSearchParams({
        ...filter,
        'date[between]': `[${toUnixSeconds(from)},${toUnixSeconds(before)}]`,
        'sort_by[asc]': 'date',
        limit: String(PAGE_ROWS),
        ...(place === undefined ? {} : { offset: place }),
      })
      return `${API}/transactions?${query}`
    },
    objectPath: (id) => `${API}/transactions/${encodeURIComponent(id)}`,
    objects: ({ list }) => (Array.isArray(list) ? parseList(list) : undefined),
    nextPage: ({ next_offset }) => (typeof next_offset === 'string' ? next_offset : undefined),
    object: parseObject,
    getId: ({ transaction }) => parseText(parseObject(transaction)?.id),
    happenedAt({ transaction }) {
      const date = parseObject(transaction)?.date
      return isInstant(date) ? new Date(date * 1000) : undefined
    },
    // The mode was stated when connecting.
    isLive: (_content, { isLive }) => isLive,
    read(content) {
      const transaction = parseObject(content.transaction)
      const change = read({ customer: { id: transaction?.customer_id }, ...content })
      if (change === 'nothing') return []
      return [change ?? { kind: 'unreadable', object_id: parseText(transaction?.id) }]
    },
  }
}

/** Returns the paths of the objects that a payment's event contains besides its transaction. */
function listRelatedPaths(content: Json): string[] {
  const transaction = parseObject(content.transaction)
  const [subscription, customer, invoice] = [
    transaction?.subscription_id,
    transaction?.customer_id,
    parseList(transaction?.linked_invoices)[0]?.invoice_id,
  ].map(parseText)
  return [
    // A subscription comes with its customer.
    subscription === undefined
      ? customer && `${API}/customers/${encodeURIComponent(customer)}`
      : `${API}/subscriptions/${encodeURIComponent(subscription)}`,
    invoice && `${API}/invoices/${encodeURIComponent(invoice)}`,
  ].filter((path) => path !== undefined)
}

function toUnixSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
