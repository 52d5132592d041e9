import { verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { parseClickId } from '../../clicks/click-id.rule.ts'
import { placeholdersIn, readBuyer, readCoupon } from '../buyer-metadata.rule.ts'
import { isRecentInstant } from '../event-signature.rule.ts'
import {
  type Json,
  namedId,
  parseCurrency,
  parseJson,
  parseList,
  parseMinorUnits,
  parseObject,
  parseText,
  parseTimestamp,
} from '../event-values.rule.ts'
import type { Processor, ProcessorChange, ProcessorDelivery, ProcessorEvent } from '../processor.ts'
import { reportCustomer, reportPayment, reportRefund } from '../report-change.rule.ts'
import { parseEnvironment } from './paypal-certificate.rule.ts'
import {
  createCertificates,
  type DownloadCertificate,
  type FindCertificate,
} from './paypal-certificates.adapter.ts'
import { createPayPalList } from './paypal-list.rule.ts'

const SIGNATURE = 'paypal-transmission-sig'
const CERTIFICATE_URL = 'paypal-cert-url'

/** PayPal retries for three days, and doesn't document whether a retry has a new time. */
const MAX_AGE_SECONDS = 4 * 24 * 60 * 60

/** Creates the adapter for PayPal: a REST app's webhooks, for its orders and subscriptions. */
export function createPayPal(download?: DownloadCertificate): Processor {
  const findCertificate = createCertificates(download)
  return {
    name: 'paypal',
    eventTypes: Object.keys(READERS),
    signatureHeader: SIGNATURE,
    // The webhook's ID. Anyone can have PayPal's simulator sign events with the ID `WEBHOOK_ID`.
    isWebhookSecret: (text) => /^[A-Z0-9]{12,50}$/.test(text),
    isModeEntered: false,
    isAuthentic: (delivery, webhookId) => isAuthentic(findCertificate, delivery, webhookId),
    readEvent,
    list: createPayPalList({ payment: readPayment, refund: readRefund }),
  }
}

/** Verifies the RSA signature of the transmission's ID and time, the webhook's ID and the body's checksum. */
async function isAuthentic(
  findCertificate: FindCertificate,
  { raw, headers, receivedAt }: ProcessorDelivery,
  webhookId: string,
): Promise<boolean> {
  const [id, time, url, algorithm, signature] = [
    headers['paypal-transmission-id'],
    headers['paypal-transmission-time'],
    headers[CERTIFICATE_URL],
    headers['paypal-auth-algo'],
    headers[SIGNATURE],
  ].map((value) => (typeof value === 'string' && value.length <= 1000 ? value : undefined))
  if (id === undefined || url === undefined || algorithm !== 'SHA256withRSA') return false
  if (signature === undefined || !/^[A-Za-z0-9+/]{300,900}={0,2}$/.test(signature)) return false
  const sentAt = parseTimestamp(time)
  if (sentAt === undefined || !isRecentInstant(sentAt, receivedAt, MAX_AGE_SECONDS)) return false
  // Without this check, the sender could choose the host to request and the key.
  if (parseEnvironment(url) === undefined) return false
  const certificate = await findCertificate(url, receivedAt)
  if (certificate === undefined) return false
  const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(raw)}`)
  return verify('RSA-SHA256', signed, certificate.key, Buffer.from(signature, 'base64'))
}

type Reader = (resource: Json) => ProcessorChange | 'nothing' | undefined

const READERS: Readonly<Record<string, Reader>> = {
  'PAYMENT.CAPTURE.COMPLETED': readPayment,
  'PAYMENT.CAPTURE.REFUNDED': readRefund,
  'PAYMENT.CAPTURE.REVERSED': readRefund,
  'PAYMENT.SALE.COMPLETED': readPayment,
  'PAYMENT.SALE.REFUNDED': readRefund,
  'PAYMENT.SALE.REVERSED': readRefund,
  'BILLING.SUBSCRIPTION.ACTIVATED': readSubscription,
  'CUSTOMER.DISPUTE.CREATED': readDispute,
  'CUSTOMER.DISPUTE.UPDATED': readDispute,
  'CUSTOMER.DISPUTE.RESOLVED': readResolvedDispute,
}

function readEvent({ raw, headers }: ProcessorDelivery): ProcessorEvent | undefined {
  const event = parseJson(raw)
  const [id, type, occurredAt] = [
    parseText(event?.id),
    parseText(event?.event_type),
    parseTimestamp(event?.create_time),
  ]
  if (event === undefined || id === undefined || type === undefined || occurredAt === undefined)
    return undefined
  const resource = parseObject(event.resource)
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  return {
    id,
    type,
    isLive: !isSandbox(event, headers[CERTIFICATE_URL]),
    occurredAt,
    change: reader && readChange(reader, resource),
    placeholders: reader === undefined || resource === undefined ? {} : findPlaceholders(resource),
  }
}

function readChange(reader: Reader, resource: Json | undefined): ProcessorChange | undefined {
  const change = resource && reader(resource)
  if (change === 'nothing') return undefined
  return (
    change ?? { kind: 'unreadable', object_id: parseText(resource?.id) ?? parseText(resource?.dispute_id) }
  )
}

/** Events have no mode. Sandbox events are signed with the sandbox certificate and link to its API. */
function isSandbox(event: Json, certificateUrl: unknown): boolean {
  if (typeof certificateUrl === 'string' && parseEnvironment(certificateUrl) === 'sandbox') return true
  return parseList(event.links).some(({ href }) =>
    /^https:\/\/api(?:-m)?\.sandbox\./.test(parseText(href) ?? ''),
  )
}

/**
 * Returns the fields in the only text that PayPal stores for a merchant. It contains our metadata as a query string
 * (`service_click_id=…&coupon_code=…`), or a single ID.
 */
function readCustomField({ custom_id, custom }: Json): { metadata: Json; reference: string | undefined } {
  const text = parseText(custom_id) ?? parseText(custom)
  if (text === undefined || !text.includes('=')) return { metadata: {}, reference: text }
  return { metadata: Object.fromEntries(new URLSearchParams(text)), reference: undefined }
}

function findPlaceholders(resource: Json): Record<string, string> {
  const { metadata, reference } = readCustomField(resource)
  return placeholdersIn([metadata], { custom_id: reference })
}

/** Returns the buyer. The invoice ID is usually the merchant's order number, so only a click ID in it counts. */
function readEventBuyer(resource: Json) {
  const { metadata, reference } = readCustomField(resource)
  const invoice = parseText(resource.invoice_id) ?? parseText(resource.invoice_number)
  const isClick = invoice !== undefined && parseClickId(invoice) !== undefined
  return {
    buyer: readBuyer([metadata], reference ?? (isClick ? invoice : undefined)),
    coupon_code: readCoupon([metadata]),
  }
}

/** Returns an amount from the current or the first version of PayPal's API. In the latter, refunds are negative. */
function readMoney(value: unknown) {
  const money = parseObject(value)
  const currency = parseCurrency(money?.currency_code ?? money?.currency)
  const text = parseText(money?.value ?? money?.total)?.replace(/^-/, '')
  return { currency, amount_cents: parseMinorUnits(text, currency), details: parseObject(money?.details) }
}

/** Converts an order's capture, or a subscription payment. */
function readPayment(resource: Json): ReturnType<Reader> {
  const { currency, amount_cents, details } = readMoney(resource.amount)
  const subscription_id = parseText(resource.billing_agreement_id)
  return reportPayment({
    ...readEventBuyer(resource),
    transaction_id: parseText(resource.id),
    amount_cents,
    tax_amount_cents: parseMinorUnits(details?.tax, currency),
    currency,
    product_id: undefined,
    subscription_id,
    subscription_interval: undefined,
    // Payments don't contain their number.
    is_recurring: false,
    // Payments don't identify the payer, but all payments in a subscription have the same one.
    processor_customer_id: subscription_id,
    email: undefined,
  })
}

/** Links an active subscription's payments to its customer; the subscription may start with a trial. */
function readSubscription(resource: Json): ReturnType<Reader> {
  const subscription_id = parseText(resource.id)
  if (subscription_id === undefined) return undefined
  return reportCustomer({
    ...readEventBuyer(resource),
    subscription_id,
    processor_customer_id: undefined,
    email: parseText(parseObject(resource.subscriber)?.email_address),
  })
}

/** Converts a refund, or a reversal by PayPal or a bank. PayPal sends no other event about a pending refund. */
function readRefund(resource: Json): ReturnType<Reader> {
  const status = parseText(resource.status ?? resource.state)?.toUpperCase()
  const isFailed = status === 'CANCELLED' || status === 'FAILED'
  const { currency, amount_cents } = readMoney(resource.amount)
  return reportRefund({
    kind: isFailed ? 'failed_refund' : 'refund',
    payment: refundedPayment(resource),
    refund_id: parseText(resource.id),
    amount_cents,
    currency,
    made_at: isFailed ? undefined : parseTimestamp(resource.create_time),
    reason: parseText(resource.note_to_payer ?? resource.reason),
  })
}

/** Returns a refund's payment, from a field or a link. */
function refundedPayment({ capture_id, sale_id, links }: Json): string | undefined {
  const linked = parseList(links).map(({ rel, href }) =>
    rel === 'up' || rel === 'capture' || rel === 'sale'
      ? /\/(?:captures?|sale)\/([A-Z0-9]{1,50})$/.exec(parseText(href) ?? '')?.[1]
      : undefined,
  )
  return [parseText(capture_id), parseText(sale_id), ...linked].find((id) => id !== undefined)
}

function readDispute(dispute: Json): ReturnType<Reader> {
  return readDisputeAs(dispute, dispute.status === 'RESOLVED')
}

function readResolvedDispute(dispute: Json): ReturnType<Reader> {
  return readDisputeAs(dispute, true)
}

/**
 * Converts a claim or chargeback, which reverses the sale while it is open. The amount the customer finally gets back
 * has its own refund or reversal event. An inquiry has no effect, because the customer has only contacted the merchant.
 */
function readDisputeAs(dispute: Json, is_withdrawn: boolean): ReturnType<Reader> {
  const stage = parseText(dispute.dispute_life_cycle_stage)
  if (stage === undefined) return undefined
  if (stage === 'INQUIRY') return 'nothing'
  const [transaction, ...others] = parseList(dispute.disputed_transactions)
  const { currency, amount_cents } = readMoney(dispute.dispute_amount)
  return reportRefund({
    kind: 'dispute',
    // The event doesn't say how much of a dispute belongs to each of several payments.
    payment: others.length === 0 ? parseText(transaction?.seller_transaction_id) : undefined,
    refund_id: namedId('paypal', 'dispute', dispute.dispute_id),
    amount_cents,
    currency,
    is_withdrawn,
    reason: parseText(dispute.reason),
  })
}
