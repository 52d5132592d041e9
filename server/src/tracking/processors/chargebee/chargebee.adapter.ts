import { DECIMALS, isCurrency } from '../../../core/money/currency.ts'
import { placeholdersIn, readBuyer, readCoupon } from '../buyer-metadata.rule.ts'
import { isAuthorization } from '../event-signature.rule.ts'
import {
  isAmount,
  isCount,
  isInstant,
  type Json,
  namedId,
  parseCurrency,
  parseJson,
  parseList,
  parseObject,
  parseText,
} from '../event-values.rule.ts'
import type { Processor, ProcessorChange, ProcessorDelivery, ProcessorEvent } from '../processor.ts'
import { parseInterval, reportCustomer, reportPayment, reportRefund } from '../report-change.rule.ts'
import { createChargebeeList } from './chargebee-list.rule.ts'

const AUTHORIZATION = 'authorization'

/** Creates the Chargebee adapter for API version 2 events. */
export function createChargebee(): Processor {
  return {
    name: 'chargebee',
    eventTypes: Object.keys(READERS),
    signatureHeader: AUTHORIZATION,
    // The user name and password of Basic authentication. A user name contains no colon.
    isWebhookSecret: (text) => /^[\x21-\x39\x3b-\x7e]{1,100}:[\x21-\x7e]{8,200}$/.test(text),
    isModeEntered: true,
    isAuthentic: async ({ headers }, secret) =>
      isAuthorization(`Basic ${Buffer.from(secret).toString('base64')}`, headers[AUTHORIZATION]),
    readEvent,
    list: createChargebeeList({ payment: readPayment, refund: readRefund }),
  }
}

type Reader = (content: Json) => ProcessorChange | 'nothing' | undefined

const READERS: Readonly<Record<string, Reader>> = {
  payment_succeeded: readPayment,
  payment_refunded: readRefund,
  subscription_created: readSubscription,
}

function readEvent({ raw }: ProcessorDelivery, { isLive }: { isLive: boolean }): ProcessorEvent | undefined {
  const event = parseJson(raw)
  const [id, type, seconds] = [parseText(event?.id), parseText(event?.event_type), event?.occurred_at]
  if (id === undefined || type === undefined || !isInstant(seconds)) return undefined
  const content = event?.api_version === 'v2' ? parseObject(event.content) : undefined
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  return {
    id,
    type,
    isLive,
    occurredAt: new Date(seconds * 1000),
    change: reader && readChange(reader, content),
    placeholders:
      reader === undefined || content === undefined
        ? {}
        : placeholdersIn(listMetadata(content), { customer_id: parseObject(content.customer)?.id }),
  }
}

function readChange(reader: Reader, content: Json | undefined): ProcessorChange | undefined {
  const change = content && reader(content)
  if (change === 'nothing') return undefined
  const { transaction, subscription } = content ?? {}
  const object_id = parseText(parseObject(transaction)?.id) ?? parseText(parseObject(subscription)?.id)
  return change ?? { kind: 'unreadable', object_id }
}

const chargebeeId = (kind: string, id: unknown) => namedId('chargebee', kind, id)

/** Returns the metadata and our custom fields from the subscription, the invoice and the customer, in this order. */
function listMetadata({ subscription, invoice, customer }: Json): unknown[] {
  return [subscription, invoice, customer].map(parseObject).flatMap((object) => [
    object?.meta_data,
    {
      service_click_id: object?.cf_service_click_id,
      service_customer_key: object?.cf_service_customer_key,
      coupon_code: object?.cf_coupon_code,
    },
  ])
}

/**
 * Returns the buyer. Merchants often use their own customer IDs in Chargebee, so the customer's ID is a generic
 * reference.
 */
function readEventBuyer(content: Json) {
  const [customer, invoice, subscription] = [content.customer, content.invoice, content.subscription].map(
    parseObject,
  )
  const metadata = listMetadata(content)
  // A coupon set's code is unique, so it identifies a partner more precisely than the coupon does.
  const codes = [
    ...parseList(invoice?.discounts)
      .filter(({ entity_type }) => parseText(entity_type)?.endsWith('_coupon'))
      .map(({ coupon_set_code, entity_id }) => coupon_set_code ?? entity_id),
    ...parseList(subscription?.coupons).map(({ coupon_code, coupon_id }) => coupon_code ?? coupon_id),
    subscription?.coupon,
  ]
  return {
    buyer: readBuyer(metadata, customer?.id),
    coupon_code: readCoupon(metadata, codes),
    processor_customer_id: chargebeeId('customer', customer?.id),
    email: parseText(customer?.email),
  }
}

/** Converts a payment. If an invoice has several payments, each is a sale. */
function readPayment(content: Json): ReturnType<Reader> {
  const transaction = parseObject(content.transaction)
  const [invoice, subscription] = [parseObject(content.invoice), parseObject(content.subscription)]
  const { type, amount } = transaction ?? {}
  const currency = parseCurrency(transaction?.currency_code)
  if (type !== 'payment') return typeof type === 'string' ? 'nothing' : undefined
  const lines = parseList(invoice?.line_items)
  const line = lines.find(({ entity_type }) => parseText(entity_type)?.startsWith('plan')) ?? lines[0]
  return reportPayment({
    ...readEventBuyer(content),
    transaction_id: parseText(transaction?.id),
    amount_cents: minorUnits(amount, currency),
    tax_amount_cents: minorUnits(readTax(transaction, invoice), currency),
    currency,
    product_id: parseText(line?.entity_id),
    subscription_id: chargebeeId('subscription', transaction?.subscription_id ?? subscription?.id),
    subscription_interval: parseInterval(subscription?.billing_period, subscription?.billing_period_unit),
    is_recurring: invoice?.recurring === true && invoice.first_invoice === false,
  })
}

/** Converts an amount to ISO 4217 minor units: in Chargebee, currencies with three decimals have only two. */
function minorUnits(amount: unknown, currency: string | undefined): number | undefined {
  if (!isCount(amount) || currency === undefined) return undefined
  const scaled = isCurrency(currency) && DECIMALS[currency] === 3 ? amount * 10 : amount
  return isCount(scaled) ? scaled : undefined
}

/**
 * Returns the payment's share of the invoice's tax, rounded half up. Undefined if it pays several invoices, because
 * the event contains only one of them.
 */
function readTax(transaction: Json | undefined, invoice: Json | undefined): number | undefined {
  const { amount, linked_invoices } = transaction ?? {}
  const { tax, total } = invoice ?? {}
  if (!isAmount(amount) || !isCount(tax) || !isAmount(total) || parseList(linked_invoices).length > 1)
    return undefined
  return Number((2n * BigInt(tax) * BigInt(amount) + BigInt(total)) / (2n * BigInt(total)))
}

/** Statuses of a refund that didn't return money. */
const FAILED = ['voided', 'failure', 'timeout', 'late_failure']

/**
 * Converts a refund of a payment, including a chargeback that was recorded as a refund. A credit note alone doesn't
 * return money: it reduces the amount due, or a refund follows.
 */
function readRefund(content: Json): ReturnType<Reader> {
  const transaction = parseObject(content.transaction)
  const { status, amount, date, type } = transaction ?? {}
  const currency = parseCurrency(transaction?.currency_code)
  if (status === 'in_progress' || status === 'needs_attention') return 'nothing'
  const isFailed = typeof status === 'string' && FAILED.includes(status)
  if (type !== 'refund' || (status !== 'success' && !isFailed)) return undefined
  return reportRefund({
    kind: isFailed ? 'failed_refund' : 'refund',
    payment: refundedPayment(transaction, parseObject(content.invoice)),
    refund_id: parseText(transaction?.id),
    amount_cents: minorUnits(amount, currency),
    currency,
    made_at: !isFailed && isInstant(date) ? new Date(date * 1000) : undefined,
    reason: parseText(parseObject(content.credit_note)?.create_reason_code),
  })
}

/**
 * Returns the refunded payment. A refund recorded for an invoice may not identify its payment. In that case, the
 * payment is the invoice's only one.
 */
function refundedPayment(refund: Json | undefined, invoice: Json | undefined): string | undefined {
  const direct = parseText(refund?.refunded_txn_id) ?? parseText(refund?.reference_transaction_id)
  if (direct !== undefined) return direct
  const linked = [
    parseList(refund?.linked_payments).map(({ id }) => id),
    parseList(invoice?.linked_payments).map(({ txn_id }) => txn_id),
  ]
  const [payment, ...others] = linked.find((ids) => ids.length > 0) ?? []
  return others.length === 0 ? parseText(payment) : undefined
}

/** Links a new subscription's payments to its customer; the subscription may start with a trial. */
function readSubscription(content: Json): ReturnType<Reader> {
  const id = chargebeeId('subscription', parseObject(content.subscription)?.id)
  return id === undefined ? undefined : reportCustomer({ ...readEventBuyer(content), subscription_id: id })
}
