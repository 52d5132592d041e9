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
  parseMinorUnits,
  parseObject,
  parseText,
} from '../event-values.rule.ts'
import type { Processor, ProcessorChange, ProcessorDelivery, ProcessorEvent } from '../processor.ts'
import { reportCustomer, reportPayment, reportRefund } from '../report-change.rule.ts'

const AUTHORIZATION = 'authorization'

/** Creates the adapter for RevenueCat, which reports purchases from app stores and from its web billing. */
export function createRevenueCat(): Processor {
  return {
    name: 'revenuecat',
    eventTypes: Object.keys(READERS),
    signatureHeader: AUTHORIZATION,
    isWebhookSecret: (text) => /^[\x21-\x7e](?:[\x20-\x7e]{14,198})[\x21-\x7e]$/.test(text),
    isModeEntered: false,
    isAuthentic: async ({ headers }, secret) => isAuthorization(secret, headers[AUTHORIZATION]),
    readEvent,
  }
}

type Reader = (event: Json) => ProcessorChange | 'nothing' | undefined

const READERS: Readonly<Record<string, Reader>> = {
  INITIAL_PURCHASE: readPurchase,
  RENEWAL: readPurchase,
  NON_RENEWING_PURCHASE: readPurchase,
  CANCELLATION: readCancellation,
  REFUND_REVERSED: readReversedRefund,
}

function readEvent({ raw }: ProcessorDelivery): ProcessorEvent | undefined {
  const event = parseObject(parseJson(raw)?.event)
  const [id, type, ms] = [parseText(event?.id), parseText(event?.type), event?.event_timestamp_ms]
  if (event === undefined || id === undefined || type === undefined) return undefined
  if (!isCount(ms) || !isInstant(Math.floor(ms / 1000))) return undefined
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  return {
    id,
    type,
    isLive: event.environment === 'PRODUCTION',
    occurredAt: new Date(ms),
    change: reader && readChange(reader, event),
    placeholders:
      reader === undefined ? {} : placeholdersIn([getAttributes(event)], { app_user_id: readUserId(event) }),
  }
}

function readChange(reader: Reader, event: Json): ProcessorChange | undefined {
  const change = reader(event)
  if (change === 'nothing') return undefined
  return change ?? { kind: 'unreadable', object_id: parseText(event.transaction_id) }
}

/** Returns an ID prefixed with the store of the purchase, because stores number their transactions independently. */
function revenueCatId(event: Json, kind: string, id: unknown): string | undefined {
  const store = parseText(event.store)?.toLowerCase()
  return store === undefined ? undefined : namedId('revenuecat', `${store}_${kind}`, id)
}

const readPaymentId = (event: Json) => revenueCatId(event, 'transaction', event.transaction_id)

/** Returns the values of the subscriber attributes, which the app sets. */
function getAttributes({ subscriber_attributes }: Json): Json {
  const attributes = Object.entries(parseObject(subscriber_attributes) ?? {})
  return Object.fromEntries(attributes.map(([name, attribute]) => [name, parseObject(attribute)?.value]))
}

/** Returns the merchant's ID for the user; RevenueCat generates IDs for users that the app hasn't identified. */
function readUserId({ app_user_id, original_app_user_id, aliases }: Json): string | undefined {
  return [app_user_id, original_app_user_id, ...(Array.isArray(aliases) ? aliases : [])]
    .map(parseText)
    .find((id) => id !== undefined && !id.startsWith('$RCAnonymousID:'))
}

/** Converts a purchase to a sale at the price that the customer paid, before the store's commission. */
function readPurchase(event: Json): ReturnType<Reader> {
  // Family members share another user's purchase.
  if (event.is_family_share === true) return 'nothing'
  const attributes = getAttributes(event)
  const currency = parseCurrency(event.currency)
  const isFree = event.price_in_purchased_currency === 0
  const isSubscription = event.type !== 'NON_RENEWING_PURCHASE'
  const buyer = {
    buyer: readBuyer([attributes], readUserId(event)),
    coupon_code: readCoupon([attributes], [event.offer_code]),
    subscription_id: isSubscription
      ? revenueCatId(event, 'subscription', event.original_transaction_id)
      : undefined,
    processor_customer_id: namedId('revenuecat', 'user', event.original_app_user_id ?? event.app_user_id),
    email: parseText(attributes.$email),
  }
  if (isFree) return reportCustomer(buyer)
  const amount_cents = parseMinorUnits(event.price_in_purchased_currency, currency)
  return reportPayment({
    ...buyer,
    transaction_id: readPaymentId(event),
    amount_cents,
    tax_amount_cents: scaleByFraction(amount_cents, event.tax_percentage),
    currency,
    product_id: parseText(event.product_id),
    subscription_interval: undefined,
    // The first payment after a trial is a renewal in RevenueCat.
    is_recurring: event.type === 'RENEWAL' && event.is_trial_conversion !== true,
  })
}

/**
 * Returns a fraction of an amount, rounded half up.
 * @param fraction between 0 and 1, as JSON.parse returned it; computed from its digits, never as a float
 */
function scaleByFraction(amount_cents: number | undefined, fraction: unknown): number | undefined {
  const [, digits] = typeof fraction === 'number' ? (/^0\.(\d{1,20})$/.exec(String(fraction)) ?? []) : []
  if (digits === undefined || !isAmount(amount_cents)) return undefined
  const scale = 10n ** BigInt(digits.length)
  return Number((2n * BigInt(amount_cents) * BigInt(digits) + scale) / (2n * scale))
}

/** Returns the amount of a refund, whose price is negative. */
function refundedCents({ price_in_purchased_currency: price, currency }: Json): number | undefined {
  return parseMinorUnits(typeof price === 'number' ? Math.abs(price) : undefined, parseCurrency(currency))
}

/** Converts a refund, which is a cancellation by customer support. Other cancellations don't move money. */
function readCancellation(event: Json): ReturnType<Reader> {
  const { cancel_reason, price_in_purchased_currency: price } = event
  if (cancel_reason !== 'CUSTOMER_SUPPORT') return typeof cancel_reason === 'string' ? 'nothing' : undefined
  // A canceled free trial.
  if (price === 0) return 'nothing'
  return reportRefund({
    kind: 'refund',
    payment: readPaymentId(event),
    // Refunds have no IDs, so each one states its transaction's total.
    refund_id: undefined,
    amount_cents: refundedCents(event),
    currency: parseCurrency(event.currency),
  })
}

/** Converts a refund that the store reversed. It undoes the earlier refunds. */
function readReversedRefund(event: Json): ReturnType<Reader> {
  return reportRefund({
    kind: 'failed_refund',
    payment: readPaymentId(event),
    refund_id: namedId('revenuecat', 'reversal', event.id),
    amount_cents: refundedCents(event),
    currency: parseCurrency(event.currency),
  })
}
