import { placeholdersIn, readBuyer, readCoupon } from '../buyer-metadata.rule.ts'
import { hmacSha256, isHexSignature } from '../event-signature.rule.ts'
import {
  isCount,
  type Json,
  namedId,
  parseCurrency,
  parseJson,
  parseNumericId,
  parseObject,
  parseText,
  parseTimestamp,
} from '../event-values.rule.ts'
import type { Processor, ProcessorChange, ProcessorDelivery, ProcessorEvent } from '../processor.ts'
import { reportCustomer, reportPayment, reportRefund } from '../report-change.rule.ts'
import { createLemonSqueezyList } from './lemonsqueezy-list.rule.ts'

const SIGNATURE = 'x-signature'

/** Creates the adapter for Lemon Squeezy. */
export function createLemonSqueezy(): Processor {
  return {
    name: 'lemonsqueezy',
    eventTypes: Object.keys(READERS),
    signatureHeader: SIGNATURE,
    isWebhookSecret: (text) => /^[\x21-\x7e]{6,40}$/.test(text),
    isModeEntered: false,
    isAuthentic: async (delivery, secret) => isAuthentic(delivery, secret),
    readEvent,
    list: createLemonSqueezyList({
      order: readOrder,
      refundedOrder: readRefundedOrder,
      invoice: readInvoice,
      refundedInvoice: readRefundedInvoice,
    }),
  }
}

/**
 * Verifies the hexadecimal HMAC of the body. It has no timestamp, so a replay can be detected only by the event's ID.
 */
function isAuthentic({ raw, headers }: ProcessorDelivery, secret: string): boolean {
  const signature = headers[SIGNATURE]
  return typeof signature === 'string' && isHexSignature(hmacSha256(secret, [raw]), signature)
}

/** An order or subscription invoice. Its numbers are unique only per kind. */
interface Resource {
  id: string
  attributes: Json
  /** From the checkout. Lemon Squeezy repeats it in the subscription's events. */
  custom: unknown
}

type Reader = (resource: Resource) => ProcessorChange | 'nothing' | undefined

const READERS: Readonly<Record<string, Reader>> = {
  order_created: readOrder,
  order_refunded: readRefundedOrder,
  subscription_created: readSubscription,
  subscription_payment_success: readInvoice,
  subscription_payment_refunded: readRefundedInvoice,
}

function readEvent({ raw }: ProcessorDelivery): ProcessorEvent | undefined {
  const event = parseJson(raw)
  const [meta, data] = [parseObject(event?.meta), parseObject(event?.data)]
  const attributes = parseObject(data?.attributes)
  const [type, id] = [parseText(meta?.event_name), parseNumericId(data?.id)]
  const { updated_at } = attributes ?? {}
  const occurredAt = parseTimestamp(updated_at)
  const isTest = meta?.test_mode ?? attributes?.test_mode
  if (attributes === undefined || type === undefined || id === undefined || occurredAt === undefined)
    return undefined
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  const custom = meta?.custom_data
  return {
    // Events have no ID. A redelivery has the same content.
    id: `${type} ${id} ${parseText(updated_at)}`,
    type,
    isLive: isTest !== true,
    occurredAt,
    change: reader && readChange(reader, { id, attributes, custom }),
    placeholders: reader === undefined ? {} : placeholdersIn([custom]),
  }
}

function readChange(reader: Reader, resource: Resource): ProcessorChange | undefined {
  const change = reader(resource)
  if (change === 'nothing') return undefined
  return change ?? { kind: 'unreadable', object_id: resource.id }
}

const lemonSqueezyId = (kind: string, id: unknown) => namedId('lemonsqueezy', kind, id)

/** Converts an order: a single payment, or a subscription's first one. */
function readOrder({ id, attributes, custom }: Resource): ReturnType<Reader> {
  const { status, total } = attributes
  // The money hasn't arrived yet, or never will.
  if (status === 'pending' || status === 'failed') return 'nothing'
  const buyer = readBuyer([custom])
  const coupon_code = readCoupon([custom])
  const processor_customer_id = lemonSqueezyId('customer', attributes.customer_id)
  const email = parseText(attributes.user_email)
  if (total === 0)
    return reportCustomer({ buyer, coupon_code, subscription_id: undefined, processor_customer_id, email })
  const item = parseObject(attributes.first_order_item)
  return reportPayment({
    transaction_id: lemonSqueezyId('order', id),
    references: [parseText(attributes.identifier)],
    ...readAmounts(attributes),
    buyer,
    coupon_code,
    product_id: parseNumericId(item?.product_id),
    // The order doesn't say whether it starts a subscription.
    subscription_id: undefined,
    subscription_interval: undefined,
    is_recurring: false,
    processor_customer_id,
    email,
  })
}

/** Maps a subscription to its customer. The order reports its first payment. */
function readSubscription({ id, attributes, custom }: Resource): ReturnType<Reader> {
  return reportCustomer({
    buyer: readBuyer([custom]),
    coupon_code: readCoupon([custom]),
    subscription_id: lemonSqueezyId('subscription', id),
    processor_customer_id: lemonSqueezyId('customer', attributes.customer_id),
    email: parseText(attributes.user_email),
  })
}

/** Converts a subscription's renewal or change. The initial invoice repeats the order. */
function readInvoice({ id, attributes, custom }: Resource): ReturnType<Reader> {
  const { billing_reason, status, total } = attributes
  if (billing_reason === 'initial' || total === 0 || status === 'pending' || status === 'void')
    return 'nothing'
  return reportPayment({
    transaction_id: lemonSqueezyId('invoice', id),
    ...readAmounts(attributes),
    buyer: readBuyer([custom]),
    coupon_code: readCoupon([custom]),
    product_id: undefined,
    subscription_id: lemonSqueezyId('subscription', attributes.subscription_id),
    subscription_interval: undefined,
    is_recurring: billing_reason === 'renewal',
    processor_customer_id: lemonSqueezyId('customer', attributes.customer_id),
    email: parseText(attributes.user_email),
  })
}

function readRefundedOrder({ id, attributes }: Resource): ReturnType<Reader> {
  return readRefund(lemonSqueezyId('order', id), attributes)
}

/** A refund of the initial invoice is also a refund of its order, which has its own event. */
function readRefundedInvoice({ id, attributes }: Resource): ReturnType<Reader> {
  return attributes.billing_reason === 'initial'
    ? 'nothing'
    : readRefund(lemonSqueezyId('invoice', id), attributes)
}

/**
 * Converts the total refunded so far, in full or in part. After a partial refund, `refunded` is false and the order stays
 * paid. Before partial refunds existed, events had no amount.
 */
function readRefund(payment: string | undefined, attributes: Json): ReturnType<Reader> {
  const { refunded_amount, total, refunded } = attributes
  const amount_cents = isCount(refunded_amount) ? refunded_amount : refunded === true ? total : undefined
  return reportRefund({
    kind: 'refund',
    payment,
    refund_id: undefined,
    amount_cents: isCount(amount_cents) ? amount_cents : undefined,
    currency: parseCurrency(attributes.currency),
  })
}

function readAmounts({ total, tax, currency }: Json) {
  return {
    amount_cents: isCount(total) ? total : undefined,
    tax_amount_cents: isCount(tax) ? tax : undefined,
    currency: parseCurrency(currency),
  }
}
