import { placeholdersIn, readBuyer, readCoupon } from '../buyer-metadata.rule.ts'
import { contentId, hmacSha256, isBase64Signature } from '../event-signature.rule.ts'
import {
  type Json,
  namedId,
  parseCurrency,
  parseJson,
  parseList,
  parseMinorUnits,
  parseObject,
  parsePairs,
  parseText,
} from '../event-values.rule.ts'
import type { Processor, ProcessorChange, ProcessorDelivery, ProcessorEvent } from '../processor.ts'
import { reportCustomer, reportPayment, reportRefund } from '../report-change.rule.ts'
import { createWooCommerceList, parseUtc } from './woocommerce-list.rule.ts'

const SIGNATURE = 'x-wc-webhook-signature'
const TOPIC = 'x-wc-webhook-topic'
const TOPICS = ['order.created', 'order.updated']

/** Creates the adapter for WooCommerce. Every event contains the whole order. */
export function createWooCommerce(): Processor {
  return {
    name: 'woocommerce',
    eventTypes: TOPICS,
    signatureHeader: SIGNATURE,
    isWebhookSecret: (text) => /^[\x20-\x7e]{8,200}$/.test(text),
    isModeEntered: true,
    isPing: ({ raw }) => /^webhook_id=\d{1,20}$/.test(raw.subarray(0, 64).toString('latin1')),
    isAuthentic: async (delivery, secret) => isAuthentic(delivery, secret),
    readEvent,
    list: createWooCommerceList({ payment: readPayment, refund: readRefund }),
  }
}

/** Verifies the Base64 HMAC of the body. It has no timestamp, so a replay can be detected only by the event's ID. */
function isAuthentic({ raw, headers }: ProcessorDelivery, secret: string): boolean {
  const signature = headers[SIGNATURE]
  return typeof signature === 'string' && isBase64Signature(hmacSha256(secret, [raw]), signature)
}

function readEvent(
  { raw, headers }: ProcessorDelivery,
  { isLive }: { isLive: boolean },
): ProcessorEvent | undefined {
  const order = parseJson(raw)
  const [type, id] = [parseText(headers[TOPIC]), wooCommerceId('order', order?.id)]
  const occurredAt = parseUtc(order?.date_modified_gmt) ?? parseUtc(order?.date_created_gmt)
  if (order === undefined || type === undefined || id === undefined || occurredAt === undefined)
    return undefined
  const isOrder = TOPICS.includes(type)
  const change = isOrder ? readOrder(order) : 'nothing'
  return {
    // A redelivery has the same content.
    id: contentId(type, raw),
    type,
    isLive,
    occurredAt,
    change: change === 'nothing' ? undefined : (change ?? { kind: 'unreadable', object_id: id }),
    placeholders: isOrder ? placeholdersIn([readMetadata(order)]) : {},
  }
}

const wooCommerceId = (kind: string, id: unknown) => namedId('woocommerce', kind, id)
const readMetadata = (order: Json) => parsePairs(order.meta_data, 'key')

type Reader = (order: Json) => ProcessorChange | 'nothing' | undefined

/**
 * Converts an order, to its payment and the total refunded. WooCommerce sends the state at the time of delivery, so the
 * first event of an order may already have both. An unreadable refund doesn't discard the payment.
 */
function readOrder(order: Json): ReturnType<Reader> {
  const [payment, refund] = [readPayment(order), readRefund(order)]
  if (refund === 'nothing') return payment
  if (payment === undefined || payment === 'nothing') return refund
  if (payment.kind !== 'payment') return payment
  if (refund?.kind === 'refund') return { ...payment, refunded: refund }
  return { ...payment, refunded: { kind: 'unreadable', object_id: payment.transaction_id } }
}

/** Converts a paid order's total refunded. A canceled order that was paid counts as fully refunded. */
function readRefund(order: Json): ReturnType<Reader> {
  if (order.date_paid_gmt === null) return 'nothing'
  if (parseUtc(order.date_paid_gmt) === undefined) return undefined
  const currency = parseCurrency(order.currency)
  const total = parseMinorUnits(order.total, currency)
  const refunded = order.status === 'cancelled' ? total : totalRefunded(parseList(order.refunds), currency)
  // Refunds of 0.00 are allowed: they only return items to stock.
  if (total === 0 || refunded === 0) return 'nothing'
  return reportRefund({
    kind: 'refund',
    payment: wooCommerceId('order', order.id),
    refund_id: undefined,
    amount_cents: refunded,
    currency,
  })
}

function readPayment(order: Json): ReturnType<Reader> {
  if (order.date_paid_gmt === null) return 'nothing'
  if (parseUtc(order.date_paid_gmt) === undefined) return undefined
  const currency = parseCurrency(order.currency)
  const total = parseMinorUnits(order.total, currency)
  const metadata = readMetadata(order)
  // Guest orders have the customer 0.
  const customer = order.customer_id === 0 ? undefined : order.customer_id
  const renewed = wooCommerceId('subscription', metadata._subscription_renewal)
  const buyer = {
    buyer: readBuyer([metadata]),
    coupon_code: readCoupon(
      [metadata],
      parseList(order.coupon_lines).map(({ code }) => code),
    ),
    subscription_id: renewed,
    processor_customer_id: wooCommerceId('customer', customer),
    email: parseText(parseObject(order.billing)?.email),
  }
  if (total === 0) return reportCustomer(buyer)
  return reportPayment({
    ...buyer,
    transaction_id: wooCommerceId('order', order.id),
    amount_cents: total,
    tax_amount_cents: parseMinorUnits(order.total_tax, currency),
    currency,
    product_id: wooCommerceId('product', parseList(order.line_items)[0]?.product_id),
    subscription_interval: undefined,
    is_recurring: renewed !== undefined,
  })
}

/** Returns the sum of refunds, whose totals are negative. Undefined if one is unreadable. */
function totalRefunded(refunds: readonly Json[], currency: string | undefined): number | undefined {
  let sum = 0
  for (const { total } of refunds) {
    const amount = parseMinorUnits(typeof total === 'string' ? total.replace(/^-/, '') : total, currency)
    if (amount === undefined) return undefined
    sum += amount
  }
  return sum
}
