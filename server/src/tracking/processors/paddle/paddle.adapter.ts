import { placeholdersIn, readBuyer, readCoupon } from '../buyer-metadata.rule.ts'
import { hmacSha256, isHexSignature, isRecent } from '../event-signature.rule.ts'
import {
  type Json,
  parseCurrency,
  parseDigits,
  parseJson,
  parseList,
  parseObject,
  parseText,
  parseTimestamp,
} from '../event-values.rule.ts'
import type { Processor, ProcessorChange, ProcessorDelivery, ProcessorEvent } from '../processor.ts'
import { parseInterval, reportCustomer, reportPayment, reportRefund } from '../report-change.rule.ts'
import { createPaddleList } from './paddle-list.rule.ts'

const SIGNATURE = 'paddle-signature'

/** During a rotation, Paddle signs with both secrets. */
const MAX_SIGNATURES = 8

/** Creates the adapter for Paddle Billing. Paddle Classic has other events. */
export function createPaddle(): Processor {
  return {
    name: 'paddle',
    eventTypes: Object.keys(READERS),
    signatureHeader: SIGNATURE,
    isWebhookSecret: (text) => /^pdl_ntfset_[A-Za-z0-9_+/=-]{8,200}$/.test(text),
    isModeEntered: true,
    isAuthentic: async (delivery, secret) => isAuthentic(delivery, secret),
    readEvent,
    list: createPaddleList({ transaction: readTransaction, adjustment: readAdjustment }),
  }
}

/** Verifies `ts=…;h1=…`: the hexadecimal HMAC of the time and the body. */
function isAuthentic({ raw, headers, receivedAt }: ProcessorDelivery, secret: string): boolean {
  const header = headers[SIGNATURE]
  if (typeof header !== 'string') return false
  const parts = header.split(';').map((part) => part.split('=', 2))
  const getValues = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []))
  const [time] = getValues('ts')
  const signatures = getValues('h1')
  if (time === undefined || signatures.length > MAX_SIGNATURES || !isRecent(time, receivedAt)) return false
  const expected = hmacSha256(secret, [`${time}:`, raw])
  return signatures.some((signature) => isHexSignature(expected, signature))
}

type Reader = (data: Json) => ProcessorChange | 'nothing' | undefined

const READERS: Readonly<Record<string, Reader>> = {
  'transaction.completed': readTransaction,
  'adjustment.created': readAdjustment,
  'adjustment.updated': readAdjustment,
}

function readEvent({ raw }: ProcessorDelivery, { isLive }: { isLive: boolean }): ProcessorEvent | undefined {
  const event = parseJson(raw)
  const [id, type, occurredAt] = [
    parseText(event?.event_id),
    parseText(event?.event_type),
    parseTimestamp(event?.occurred_at),
  ]
  if (id === undefined || type === undefined || occurredAt === undefined) return undefined
  const data = parseObject(event?.data)
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  return {
    id,
    type,
    isLive,
    occurredAt,
    change: reader && readChange(reader, data),
    placeholders: reader === undefined ? {} : placeholdersIn([data?.custom_data]),
  }
}

function readChange(reader: Reader, data: Json | undefined): ProcessorChange | undefined {
  const change = data && reader(data)
  if (change === 'nothing') return undefined
  return change ?? { kind: 'unreadable', object_id: parseText(data?.id) }
}

/** Converts a completed transaction. Paddle copies custom data to the subscription and its later transactions. */
function readTransaction(data: Json): ReturnType<Reader> {
  const totals = parseObject(parseObject(data.details)?.totals)
  // The amount due after credit, because the customer doesn't pay the credited part now.
  const amount_cents = parseDigits(totals?.grand_total ?? totals?.total)
  const buyer = readBuyer([data.custom_data])
  // Events contain only a discount's ID.
  const coupon_code = readCoupon([data.custom_data], [data.discount_id])
  const subscription_id = parseText(data.subscription_id)
  const processor_customer_id = parseText(data.customer_id)
  if (amount_cents === 0) {
    return reportCustomer({
      buyer,
      coupon_code,
      subscription_id,
      processor_customer_id,
      email: undefined,
    })
  }
  const price = parseList(data.items).map((item) => parseObject(item.price))[0]
  const cycle = parseObject(price?.billing_cycle)
  return reportPayment({
    transaction_id: parseText(data.id),
    amount_cents,
    tax_amount_cents: parseDigits(totals?.tax),
    currency: parseCurrency(data.currency_code),
    buyer,
    coupon_code,
    product_id: parseText(price?.product_id),
    subscription_id,
    subscription_interval: parseInterval(cycle?.frequency, cycle?.interval),
    is_recurring: data.origin === 'subscription_recurring',
    processor_customer_id,
    email: undefined,
  })
}

/**
 * Converts an adjustment. A refund counts once Paddle approves it. A chargeback counts immediately; if it is won,
 * Paddle sets its status to `reversed` and adds a `chargeback_reverse`. Credit reduces a later `grand_total` instead,
 * and a warning doesn't move money.
 */
function readAdjustment(data: Json): ReturnType<Reader> {
  const { action, status } = data
  const isDispute = action === 'chargeback'
  if (!isDispute && action !== 'refund') return typeof action === 'string' ? 'nothing' : undefined
  if (status === 'pending_approval' || status === 'rejected') return 'nothing'
  if (status !== 'approved' && status !== 'reversed') return undefined
  const isReversed = status === 'reversed'
  return reportRefund({
    kind: isDispute ? 'dispute' : isReversed ? 'failed_refund' : 'refund',
    payment: parseText(data.transaction_id),
    refund_id: parseText(data.id),
    amount_cents: parseDigits(parseObject(data.totals)?.total),
    currency: parseCurrency(data.currency_code),
    made_at: isReversed ? undefined : parseTimestamp(data.created_at),
    is_withdrawn: isDispute && isReversed,
    reason: parseText(data.reason),
  })
}
