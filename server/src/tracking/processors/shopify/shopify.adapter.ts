import { placeholdersIn, readBuyer, readCoupon } from '../buyer-metadata.rule.ts'
import { contentId, hmacSha256, isBase64Signature } from '../event-signature.rule.ts'
import {
  isAmount,
  isCount,
  type Json,
  namedId,
  parseCurrency,
  parseJson,
  parseList,
  parseMinorUnits,
  parseObject,
  parsePairs,
  parseText,
  parseTimestamp,
} from '../event-values.rule.ts'
import type {
  Processor,
  ProcessorChange,
  ProcessorDelivery,
  ProcessorEvent,
  ReportedCharge,
} from '../processor.ts'
import { reportCustomer, reportPayment, reportRefund } from '../report-change.rule.ts'
import { createShopifyList } from './shopify-list.rule.ts'

const SIGNATURE = 'x-shopify-hmac-sha256'
const TOPIC = 'x-shopify-topic'

/** Creates the adapter for Shopify: webhooks from a store, or from an app in it. */
export function createShopify(): Processor {
  return {
    name: 'shopify',
    eventTypes: Object.keys(READERS),
    signatureHeader: SIGNATURE,
    isWebhookSecret: (text) => /^[\x21-\x7e]{16,200}$/.test(text),
    isModeEntered: false,
    isAuthentic: async (delivery, secret) => isAuthentic(delivery, secret),
    readEvent,
    list: createShopifyList({ order: readOrder, refund: readRefund }),
  }
}

/** Verifies the Base64 HMAC of the body. It has no timestamp, so a replay can be detected only by the event's ID. */
function isAuthentic({ raw, headers }: ProcessorDelivery, secret: string): boolean {
  const signature = headers[SIGNATURE]
  return typeof signature === 'string' && isBase64Signature(hmacSha256(secret, [raw]), signature)
}

type Reader = (object: Json) => ProcessorChange | 'nothing' | undefined

const READERS: Readonly<Record<string, Reader>> = {
  'orders/paid': readOrder,
  'refunds/create': readRefund,
  'disputes/create': readDispute,
  'disputes/update': readDispute,
}

function readEvent({ raw, headers }: ProcessorDelivery): ProcessorEvent | undefined {
  const object = parseJson(raw)
  const type = parseText(headers[TOPIC])
  if (object === undefined || type === undefined || !isCount(object.id)) return undefined
  const occurredAt = [object.updated_at, object.processed_at, object.created_at, object.initiated_at]
    .map(parseTimestamp)
    .find((instant) => instant !== undefined)
  if (occurredAt === undefined) return undefined
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  return {
    // The event's ID is in a header that isn't signed.
    id: contentId(type, raw),
    type,
    isLive: object.test !== true && !parseList(object.transactions).some(({ test }) => test === true),
    occurredAt,
    change: reader && readChange(reader, object),
    placeholders: reader === undefined ? {} : placeholdersIn([parsePairs(object.note_attributes, 'name')]),
  }
}

function readChange(reader: Reader, object: Json): ProcessorChange | undefined {
  const change = reader(object)
  if (change === 'nothing') return undefined
  return change ?? { kind: 'unreadable', object_id: String(object.id) }
}

const shopifyId = (kind: string, id: unknown) => namedId('shopify', kind, id)

/** Converts a paid order, in the store's currency. Cart attributes arrive as note attributes. */
function readOrder(order: Json): ReturnType<Reader> {
  const metadata = parsePairs(order.note_attributes, 'name')
  const currency = parseCurrency(order.currency)
  const amount_cents = parseMinorUnits(order.total_price, currency)
  const customer = parseObject(order.customer)
  const buyer = {
    buyer: readBuyer([metadata]),
    coupon_code: readCoupon(
      [metadata],
      parseList(order.discount_codes).map(({ code }) => code),
    ),
    subscription_id: undefined,
    processor_customer_id: shopifyId('customer', customer?.id),
    email: parseText(order.email) ?? parseText(customer?.email),
  }
  if (amount_cents === 0) return reportCustomer(buyer)
  return reportPayment({
    ...buyer,
    transaction_id: shopifyId('order', order.id),
    references: [parseText(order.admin_graphql_api_id), shopifyId('checkout', order.checkout_token)],
    amount_cents,
    tax_amount_cents: parseMinorUnits(order.total_tax, currency),
    currency,
    charge: paidInOtherCurrency(order, currency),
    product_id: shopifyId('product', parseList(order.line_items)[0]?.product_id),
    subscription_interval: undefined,
    is_recurring: RENEWAL_SOURCES.some((source) => source === order.source_name),
  })
}

/** The sources of orders billed by a subscription app. A subscription's first order comes from the web. */
const RENEWAL_SOURCES = ['subscription_contract', 'subscription_contract_checkout_one']

/**
 * Returns the amount that the customer paid in their own currency if it differs from the store's, because refunds use
 * that currency.
 */
function paidInOtherCurrency(order: Json, storeCurrency: string | undefined): ReportedCharge | undefined {
  const money = parseObject(parseObject(order.total_price_set)?.presentment_money)
  const currency = parseCurrency(money?.currency_code)
  const amount_cents = parseMinorUnits(money?.amount, currency)
  const charge_id = shopifyId('order', order.id)
  if (charge_id === undefined || currency === undefined || currency === storeCurrency) return undefined
  return isAmount(amount_cents) ? { charge_id, amount_cents, released_cents: 0, currency } : undefined
}

/** Converts a refund to the amount that its successful transactions returned; restocking alone returns nothing. */
function readRefund(refund: Json): ReturnType<Reader> {
  const returned = parseList(refund.transactions).filter(
    ({ kind, status }) => kind === 'refund' && status === 'success',
  )
  const [first] = returned
  if (first === undefined) return Array.isArray(refund.transactions) ? 'nothing' : undefined
  const currency = parseCurrency(first.currency)
  const amounts = returned.map((transaction) =>
    parseCurrency(transaction.currency) === currency
      ? parseMinorUnits(transaction.amount, currency)
      : undefined,
  )
  return reportRefund({
    kind: 'refund',
    payment: shopifyId('order', refund.order_id),
    refund_id: shopifyId('refund', refund.id),
    amount_cents: amounts.reduce<number | undefined>(
      (sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount),
      0,
    ),
    currency,
    made_at: parseTimestamp(refund.created_at),
    reason: parseText(refund.note),
  })
}

/** Converts a chargeback, which only Shopify Payments reports. An inquiry doesn't withdraw money. */
function readDispute(dispute: Json): ReturnType<Reader> {
  const { type, status } = dispute
  if (type === 'inquiry') return 'nothing'
  const currency = parseCurrency(dispute.currency)
  if (type !== 'chargeback' || typeof status !== 'string') return undefined
  return reportRefund({
    kind: 'dispute',
    payment: shopifyId('order', dispute.order_id),
    refund_id: shopifyId('dispute', dispute.id),
    amount_cents: parseMinorUnits(dispute.amount, currency),
    currency,
    is_withdrawn: status === 'won',
    reason: parseText(dispute.reason),
  })
}
