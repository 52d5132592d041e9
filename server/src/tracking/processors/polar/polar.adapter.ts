import { placeholdersIn, readBuyer, readCoupon } from '../buyer-metadata.rule.ts'
import { hmacSha256, isBase64Signature, isRecent } from '../event-signature.rule.ts'
import {
  isCount,
  type Json,
  parseCurrency,
  parseJson,
  parseObject,
  parseText,
  parseTimestamp,
} from '../event-values.rule.ts'
import type { Processor, ProcessorChange, ProcessorDelivery, ProcessorEvent } from '../processor.ts'
import { parseInterval, reportCustomer, reportPayment, reportRefund } from '../report-change.rule.ts'
import { createPolarList } from './polar-list.rule.ts'

const MAX_SIGNATURES = 8

/** Creates the adapter for Polar, whose webhooks follow Standard Webhooks. */
export function createPolar(): Processor {
  return {
    name: 'polar',
    eventTypes: Object.keys(READERS),
    signatureHeader: 'webhook-signature',
    isWebhookSecret: (text) => /^[\x21-\x7e]{8,200}$/.test(text),
    isModeEntered: true,
    isAuthentic: async (delivery, secret) => isAuthentic(delivery, secret),
    readEvent,
    list: createPolarList({ order: readOrder, refund: readRefund }),
  }
}

/** Verifies `v1,…` signatures of the ID, the time and the body. Polar's secret is the key itself, not Base64. */
function isAuthentic({ raw, headers, receivedAt }: ProcessorDelivery, secret: string): boolean {
  const [id, time, header] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`])
  if (typeof id !== 'string' || typeof time !== 'string' || typeof header !== 'string') return false
  if (!isRecent(time, receivedAt)) return false
  const signatures = header.split(' ').map((part) => part.split(',', 2))
  if (signatures.length > MAX_SIGNATURES) return false
  const expected = hmacSha256(secret, [`${id}.${time}.`, raw])
  return signatures.some(
    ([version, signature = '']) => version === 'v1' && isBase64Signature(expected, signature),
  )
}

type Reader = (data: Json) => ProcessorChange | 'nothing' | undefined

const READERS: Readonly<Record<string, Reader>> = {
  'order.paid': readOrder,
  'refund.created': readRefund,
  'refund.updated': readRefund,
}

function readEvent(
  { raw, headers }: ProcessorDelivery,
  { isLive }: { isLive: boolean },
): ProcessorEvent | undefined {
  const event = parseJson(raw)
  const [id, type] = [parseText(headers['webhook-id']), parseText(event?.type)]
  const occurredAt = parseTimestamp(event?.timestamp)
  if (id === undefined || type === undefined || occurredAt === undefined) return undefined
  const data = parseObject(event?.data)
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  return {
    id,
    type,
    isLive,
    occurredAt,
    change: reader && readChange(reader, data),
    placeholders:
      reader === undefined ? {} : placeholdersIn([data?.metadata], { reference_id: readReference(data) }),
  }
}

function readChange(reader: Reader, data: Json | undefined): ProcessorChange | undefined {
  const change = data && reader(data)
  if (change === 'nothing') return undefined
  return change ?? { kind: 'unreadable', object_id: parseText(data?.id) }
}

/** Returns the merchant's ID for the customer, or a checkout link's `reference_id`. */
function readReference(order: Json | undefined): unknown {
  return parseObject(order?.customer)?.external_id ?? parseObject(order?.metadata)?.reference_id
}

/** Converts a paid order. Polar copies a checkout's metadata to its orders, including renewals. */
function readOrder(order: Json): ReturnType<Reader> {
  // The part that the customer pays now; their balance covers the rest.
  const amount_cents = [order.due_amount, order.total_amount].find(isCount)
  const customer = parseObject(order.customer)
  const buyer = readBuyer([order.metadata], readReference(order))
  const coupon_code = readCoupon([order.metadata], [parseObject(order.discount)?.code])
  const subscription_id = parseText(order.subscription_id)
  const processor_customer_id = parseText(order.customer_id)
  const email = parseText(customer?.email)
  if (amount_cents === 0)
    return reportCustomer({ buyer, coupon_code, subscription_id, processor_customer_id, email })
  const subscription = parseObject(order.subscription)
  return reportPayment({
    transaction_id: parseText(order.id),
    amount_cents,
    tax_amount_cents: isCount(order.tax_amount) ? order.tax_amount : undefined,
    currency: parseCurrency(order.currency),
    buyer,
    coupon_code,
    product_id: parseText(order.product_id),
    subscription_id,
    subscription_interval: parseInterval(
      subscription?.recurring_interval_count ?? 1,
      subscription?.recurring_interval,
    ),
    is_recurring: order.billing_reason === 'subscription_cycle',
    processor_customer_id,
    email,
  })
}

/** Converts a refund. Its amount is without tax. A refund that prevents a dispute is an ordinary one. */
function readRefund(refund: Json): ReturnType<Reader> {
  const { status, amount, tax_amount } = refund
  if (status === 'pending') return 'nothing'
  const isFailed = status === 'failed' || status === 'canceled'
  if ((status !== 'succeeded' && !isFailed) || !isCount(amount)) return undefined
  return reportRefund({
    kind: isFailed ? 'failed_refund' : 'refund',
    payment: parseText(refund.order_id),
    refund_id: parseText(refund.id),
    amount_cents: amount + (isCount(tax_amount) ? tax_amount : 0),
    currency: parseCurrency(refund.currency),
    made_at: isFailed ? undefined : parseTimestamp(refund.created_at),
    reason: parseText(refund.reason),
  })
}
