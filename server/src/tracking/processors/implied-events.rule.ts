import type { ProcessorName } from '../../core/enums.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { EVENT_SIGNS, type MissingEventSign, type MissingEventType } from './event-symptom.ts'

interface ImpliedEvents {
  /** At least one of these should have arrived. */
  types: readonly string[]
  /** How old a sign must be to count, because related events arrive in any order. */
  afterMs: number
  /** Whether the sign counts even if such events did arrive, because this particular event is missing. */
  isSure?: true
  /**
   * Whether the sign counts only if the processor reports sales. Otherwise, the merchant's server knows the payments.
   */
  concernsSales?: true
}

const HOUR_MS = 60 * 60 * 1000

/** Event types implied by each sign. Unless `isSure` is set, a sign counts only for types that never arrived. */
export const IMPLIED_EVENTS: Readonly<Record<MissingEventSign, ImpliedEvents>> = {
  invoice_without_payment: { types: ['invoice_payment.paid'], afterMs: 0 },
  held_without_payment: { types: ['invoice_payment.paid'], afterMs: HOUR_MS, isSure: true },
  refund_of_unlinked_invoice: { types: ['invoice_payment.paid'], afterMs: 0 },
  refund_of_unknown_invoice: { types: ['invoice.paid'], afterMs: 0, concernsSales: true },
  refund_of_unknown_payment: {
    types: ['checkout.session.completed', 'payment_intent.succeeded'],
    afterMs: 0,
    concernsSales: true,
  },
  unpaid_checkout: {
    types: ['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'],
    afterMs: 14 * DAY_MS,
  },
  checkout_without_invoice: { types: ['invoice.paid'], afterMs: HOUR_MS },
  refund_without_total: { types: ['charge.refunded'], afterMs: HOUR_MS },
  total_without_refund: { types: ['refund.created'], afterMs: HOUR_MS },
  undecided_dispute: { types: ['charge.dispute.closed'], afterMs: 120 * DAY_MS },
}

export const IMPLIED_TYPES = [...new Set(Object.values(IMPLIED_EVENTS).flatMap(({ types }) => types))]

/** Returns the signs that need to be counted. */
export function listSignsToCount(
  received: ReadonlySet<string>,
  { reportsSales }: { reportsSales: boolean },
): MissingEventSign[] {
  return EVENT_SIGNS.filter((sign) => {
    const { types, isSure = false, concernsSales = false } = IMPLIED_EVENTS[sign]
    return (reportsSales || !concernsSales) && (isSure || types.some((type) => !received.has(type)))
  })
}

/** Returns the event types implied by the counted signs, in their order. */
export function missingEventTypes(
  received: ReadonlySet<string>,
  counts: ReadonlyMap<MissingEventSign, number>,
): MissingEventType[] {
  const missingTypes = new Map<string, MissingEventType>()
  for (const sign of EVENT_SIGNS) {
    const count = counts.get(sign) ?? 0
    const { types, isSure = false } = IMPLIED_EVENTS[sign]
    for (const type of count === 0 ? [] : types) {
      const wasReceived = received.has(type)
      if (wasReceived && !isSure) continue
      const implied = missingTypes.get(type) ?? { type, wasReceived, signs: [] }
      missingTypes.set(type, { ...implied, signs: [...implied.signs, { sign, count }] })
    }
  }
  return [...missingTypes.values()]
}

/**
 * Event types that report payments, for processors that need only one of them per payment. A refund of an unknown
 * payment implies them. WooCommerce reports refunds in the same events.
 */
const PAYMENT_TYPES: Readonly<Record<Exclude<ProcessorName, 'stripe'>, readonly string[]>> = {
  paddle: ['transaction.completed'],
  polar: ['order.paid'],
  lemonsqueezy: ['order_created', 'subscription_payment_success'],
  shopify: ['orders/paid'],
  woocommerce: [],
  chargebee: ['payment_succeeded'],
  revenuecat: ['INITIAL_PURCHASE', 'RENEWAL', 'NON_RENEWING_PURCHASE'],
  paypal: ['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.SALE.COMPLETED'],
}

/** Returns the types that report a processor's payments. Undefined for Stripe, which needs several for one payment. */
export function listPaymentTypes(processor: string): readonly string[] | undefined {
  return Object.entries(PAYMENT_TYPES).find(([name]) => name === processor)?.[1]
}

/** Returns the payment types if none has arrived although payments that no event reported were refunded. */
export function missingPaymentTypes(
  types: readonly string[],
  received: ReadonlySet<string>,
  unknownRefunds: number,
): MissingEventType[] {
  if (unknownRefunds === 0 || types.some((type) => received.has(type))) return []
  return types.map((type) => ({
    type,
    wasReceived: false,
    signs: [{ sign: 'refund_of_unknown_payment', count: unknownRefunds }],
  }))
}
