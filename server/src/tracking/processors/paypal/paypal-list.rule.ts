import {
  isCount,
  type Json,
  parseList,
  parseObject,
  parseText,
  parseTimestamp,
} from '../event-values.rule.ts'
import type { ListedCollection, ListQuery, ProcessorChange, ProcessorList } from '../processor.ts'

/** Converts a payment or refund in the format that version 1 of PayPal's API uses in events. */
type Reader = (resource: Json) => ProcessorChange | 'nothing' | undefined

const PAGE_ROWS = 200
const DAY_MS = 24 * 60 * 60 * 1000

/** PayPal lists transactions within three hours. */
const DELAY_MS = 4 * 60 * 60 * 1000

/**
 * Lists an account's transactions day by day: PayPal selects at most 31 days and 10,000 transactions. The list includes
 * all of the account's apps. The key is an app's client ID and secret, which may also have write access.
 */
export function createPayPalList(readers: { payment: Reader; refund: Reader }): ProcessorList {
  return {
    isApiKey: isCredential,
    apiKeyHint: 'Copy the client ID of your app from the PayPal Developer Dashboard.',
    isApiSecret: isCredential,
    apiSecretHint: 'Copy the client secret of your app from the PayPal Developer Dashboard.',
    baseUrl: ({ isLive }) => (isLive ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com'),
    grant: ({ apiKey, apiSecret }) => ({
      path: '/v1/oauth2/token',
      headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}` },
      form: { grant_type: 'client_credentials' },
    }),
    headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
    collections: [transactions(readers)],
    delayMs: DELAY_MS,
  }
}

function isCredential(text: string): boolean {
  return /^[A-Za-z0-9_-]{20,200}$/.test(text)
}

function transactions(readers: { payment: Reader; refund: Reader }): ListedCollection {
  return {
    name: 'transactions',
    path(query) {
      const { day, page } = parsePlace(query)
      const start = query.from.getTime() + day * DAY_MS
      // Both ends are included. Times are in seconds.
      const end = Math.min(start + DAY_MS, query.before.getTime()) - 1000
      return listPath(start, end, { page: String(page) })
    },
    objectPath(id) {
      const [transaction_id = '', seconds = ''] = id.split('/')
      const at = Number(seconds) * 1000
      return listPath(at - DAY_MS, at + DAY_MS, { transaction_id })
    },
    objects: ({ transaction_details: details }) => (Array.isArray(details) ? parseList(details) : undefined),
    nextPage({ total_pages }, objects, query) {
      const { day, page } = parsePlace(query)
      const hasMore = isCount(total_pages) ? page < total_pages : objects.length >= PAGE_ROWS
      if (hasMore) return `${day}/${page + 1}`
      const isLast = query.from.getTime() + (day + 1) * DAY_MS >= query.before.getTime()
      return isLast ? undefined : `${day + 1}/1`
    },
    object: ({ transaction_details: details }) => parseList(details)[0],
    getId(object) {
      const id = parseText(readTransactionInfo(object).transaction_id)
      const at = initiatedAt(object)
      return id === undefined || at === undefined ? undefined : `${id}/${at.getTime() / 1000}`
    },
    happenedAt: initiatedAt,
    // Live and sandbox transactions are on different hosts.
    isLive: (_object, { isLive }) => isLive,
    read(object) {
      const change = readTransaction(readers, object)
      if (change === 'nothing') return []
      return [
        change ?? { kind: 'unreadable', object_id: parseText(readTransactionInfo(object).transaction_id) },
      ]
    },
  }
}

/** Returns the day of the period, from 0, and the page of that day, from 1. */
function parsePlace({ place = '0/1' }: ListQuery): { day: number; page: number } {
  const [day = 0, page = 1] = place.split('/').map(Number)
  return { day, page }
}

function listPath(start: number, end: number, selected: Record<string, string>): string {
  const query = new URLSearchParams({
    ...selected,
    start_date: new Date(start).toISOString(),
    end_date: new Date(Math.max(start, end)).toISOString(),
    fields: 'transaction_info',
    page_size: String(PAGE_ROWS),
  })
  return `/v1/reporting/transactions?${query}`
}

function readTransactionInfo(object: Json): Json {
  return parseObject(object.transaction_info) ?? {}
}

/** The offset has no colon: `2026-03-05T08:00:00+0000`. */
function initiatedAt(object: Json): Date | undefined {
  const text = parseText(readTransactionInfo(object).transaction_initiation_date)
  return parseTimestamp(text?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}

/** Codes for payments: subscription, pre-approved, by card, by checkout and by the older checkout. */
const PAYMENTS = ['T0002', 'T0003', 'T0005', 'T0006', 'T0007']

/** Codes for payments that the merchant refunded or PayPal reversed. */
const REFUNDS = ['T1106', 'T1107']

/**
 * Converts a payment that the account received, or a refund that it sent. The list also contains payments that the
 * account sent.
 */
function readTransaction(readers: { payment: Reader; refund: Reader }, object: Json): ReturnType<Reader> {
  const info = readTransactionInfo(object)
  const [code, status] = [parseText(info.transaction_event_code), parseText(info.transaction_status)]
  const amount = parseObject(info.transaction_amount)
  const isDebit = parseText(amount?.value)?.startsWith('-') === true
  if (code === undefined || status === undefined || amount === undefined) return undefined
  if (PAYMENTS.includes(code) && !isDebit) {
    return status === 'P' || status === 'D' ? 'nothing' : readers.payment(toPayment(info, amount))
  }
  if (REFUNDS.includes(code) && isDebit) return readers.refund(toRefund(info, amount))
  return 'nothing'
}

function toPayment(info: Json, amount: Json): Json {
  const isSubscription = info.paypal_reference_id_type === 'SUB'
  return {
    id: info.transaction_id,
    amount: { ...amount, details: { tax: parseObject(info.sales_tax_amount)?.value } },
    custom_id: info.custom_field,
    invoice_id: info.invoice_id,
    billing_agreement_id: isSubscription ? info.paypal_reference_id : undefined,
  }
}

/** A denied or reversed refund is a failed one. */
function toRefund(info: Json, amount: Json): Json {
  const isFailed = info.transaction_status === 'D' || info.transaction_status === 'V'
  return {
    id: info.transaction_id,
    amount,
    capture_id: info.paypal_reference_id_type === 'TXN' ? info.paypal_reference_id : undefined,
    status: isFailed ? 'FAILED' : 'COMPLETED',
    create_time: initiatedAt({ transaction_info: info })?.toISOString(),
  }
}
