import { DAY_MS } from '../../core/time/time.ts'
import { EVENT_SIGNS, type EventSign, type MissingEventType } from './event-sign.ts'

interface ImpliedEvents {
  /** Any of these would have arrived. */
  types: readonly string[]
  /** How old a sign must be: events of one moment arrive in any order. */
  afterMs: number
  /** It counts although such events did arrive: this one is missing. */
  isSure?: true
  /** Only where the processor reports the sales; elsewhere the merchant's server knows its payments. */
  isOfSales?: true
}

const HOUR_MS = 60 * 60 * 1000

/** Which event types each sign implies. A sign that is not sure counts only for types that never arrived. */
export const IMPLIED_EVENTS: Readonly<Record<EventSign, ImpliedEvents>> = {
  invoice_without_payment: { types: ['invoice_payment.paid'], afterMs: 0 },
  held_without_payment: { types: ['invoice_payment.paid'], afterMs: HOUR_MS, isSure: true },
  refund_of_unlinked_invoice: { types: ['invoice_payment.paid'], afterMs: 0 },
  refund_of_unknown_invoice: { types: ['invoice.paid'], afterMs: 0, isOfSales: true },
  refund_of_unknown_payment: {
    types: ['checkout.session.completed', 'payment_intent.succeeded'],
    afterMs: 0,
    isOfSales: true,
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

/** The signs that can count: no other needs to be looked for. */
export function signsToCount(
  received: ReadonlySet<string>,
  { reportsSales }: { reportsSales: boolean },
): EventSign[] {
  return EVENT_SIGNS.filter((sign) => {
    const { types, isSure = false, isOfSales = false } = IMPLIED_EVENTS[sign]
    return (reportsSales || !isOfSales) && (isSure || types.some((type) => !received.has(type)))
  })
}

/** The event types that the counted signs imply, in the order of the signs. */
export function missingEventTypes(
  received: ReadonlySet<string>,
  counts: ReadonlyMap<EventSign, number>,
): MissingEventType[] {
  const missing = new Map<string, MissingEventType>()
  for (const sign of EVENT_SIGNS) {
    const count = counts.get(sign) ?? 0
    const { types, isSure = false } = IMPLIED_EVENTS[sign]
    for (const type of count === 0 ? [] : types) {
      const wasReceived = received.has(type)
      if (wasReceived && !isSure) continue
      const known = missing.get(type) ?? { type, wasReceived, signs: [] }
      missing.set(type, { ...known, signs: [...known.signs, { sign, count }] })
    }
  }
  return [...missing.values()]
}
