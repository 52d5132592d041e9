import { isInstant, type Json, parseList, parseObject, parseText } from '../event-values.rule.ts'
import type { ListedCollection, ProcessorChange, ProcessorList } from '../processor.ts'
import { readIntent, readInvoice, readSession } from './stripe-payment.rule.ts'
import { readCreditNote, readDispute, readRefund } from './stripe-refund.rule.ts'

const PAGE_ROWS = 100

/** The version that the readers are tested with, so a later default for the account changes nothing. */
const API_VERSION = '2025-03-31.basil'

/**
 * Lists the objects whose events report money. Stripe selects by creation time, so an invoice belongs to the month it
 * was created in, even if it was paid later. Only restricted keys are accepted, because other keys can also write.
 */
export const STRIPE_LIST: ProcessorList = {
  isApiKey: (text) => /^rk_(live|test)_[A-Za-z0-9]{8,200}$/.test(text),
  apiKeyHint: 'Copy a restricted key from Stripe under Developers → API keys. It starts with rk_.',
  baseUrl: () => 'https://api.stripe.com',
  headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}`, 'stripe-version': API_VERSION }),
  collections: [
    // An invoice's payments link it to its refunds.
    collection('invoices', 'invoices', { status: 'paid', 'expand[]': 'data.payments' }, readInvoice),
    collection('checkout_sessions', 'checkout/sessions', { status: 'complete' }, readSession),
    collection('payment_intents', 'payment_intents', {}, (intent) =>
      intent.status === 'succeeded' ? readIntent(intent) : 'nothing',
    ),
    collection('refunds', 'refunds', {}, readRefund),
    collection('disputes', 'disputes', {}, readDispute),
    collection('credit_notes', 'credit_notes', {}, readCreditNote),
  ],
}

function collection(
  name: string,
  path: string,
  filter: Record<string, string>,
  read: (object: Json) => ProcessorChange | 'nothing' | undefined,
): ListedCollection {
  return {
    name,
    path({ from, before, place }) {
      const query = new URLSearchParams({
        limit: String(PAGE_ROWS),
        ...filter,
        'created[gte]': toUnixSeconds(from),
        'created[lt]': toUnixSeconds(before),
        ...(place === undefined ? {} : { starting_after: place }),
      })
      return `/v1/${path}?${query}`
    },
    objectPath: (id) => `/v1/${path}/${encodeURIComponent(id)}`,
    objects: (page) => (Array.isArray(page.data) ? parseList(page.data) : undefined),
    nextPage: (page, objects) => (page.has_more === true ? parseText(objects.at(-1)?.id) : undefined),
    object: parseObject,
    getId: (object) => parseText(object.id),
    happenedAt: ({ created }) => (isInstant(created) ? new Date(created * 1000) : undefined),
    // Refunds don't say whether they are live. A key only lists objects of its own mode.
    isLive: ({ livemode }, { isLive }) => (typeof livemode === 'boolean' ? livemode : isLive),
    read(object) {
      const change = read(object)
      if (change === 'nothing') return []
      return [change ?? { kind: 'unreadable', object_id: parseText(object.id) }]
    },
  }
}

/** Rounds up, because Stripe's timestamps are in seconds. */
function toUnixSeconds(instant: Date): string {
  return String(Math.ceil(instant.getTime() / 1000))
}
