import {
  isCount,
  type Json,
  limitReferences,
  parseCurrency,
  parseId,
  parseText,
} from '../event-values.rule.ts'
import type { LinkedReferences, ReportedCharge, ReportedRefund } from '../processor.ts'
import { fromStripeAmount } from './stripe-amount.rule.ts'

/** Amounts of one authorization, in Stripe's units. */
export interface ChargeAmounts {
  captured: number
  /** Amount that was authorized and will never be captured. */
  released: number
  /** Refunded part of the captured amount. */
  refunded: number
}

/**
 * Splits a charge into captured, released and refunded amounts (D61). Stripe also counts a released part as refunded:
 * of 500 authorized and 200 captured, `amount_refunded` is 300. If less than the uncaptured part is refunded, that part
 * may still be captured (multicapture), and all of it is a refund.
 * @returns undefined if an amount is missing
 */
export function readChargeAmounts(charge: Json): ChargeAmounts | undefined {
  const { amount, amount_captured, amount_refunded = 0, captured: isCaptured } = charge
  if (!isCount(amount) || !isCount(amount_refunded)) return undefined
  // API versions before 2020-08-27 have no amount_captured.
  const captured = isCount(amount_captured) ? amount_captured : isCaptured === false ? 0 : amount
  const uncaptured = Math.max(0, amount - captured)
  const released = amount_refunded >= uncaptured ? uncaptured : 0
  return { captured, released, refunded: amount_refunded - released }
}

/** Returns a charge's amounts and its payment intent, because merchants may identify a payment by either. */
export function readCharge(charge: Json): LinkedReferences | undefined {
  const references = readChargeReferences(charge)
  if (references.length === 0) return undefined
  return {
    kind: 'linked',
    references,
    bill_id: parseId(charge.invoice),
    is_linked: true,
    charge: readReportedCharge(charge),
  }
}

/** Converts a charge with a refunded or released amount. */
export function readRefundedCharge(charge: Json): ReportedRefund | LinkedReferences | undefined {
  const references = readChargeReferences(charge)
  const amounts = readChargeAmounts(charge)
  if (references.length === 0 || amounts === undefined) return undefined
  if (amounts.refunded === 0) return readCharge(charge)
  const currency = parseCurrency(charge.currency)
  const amount_cents = fromStripeAmount(amounts.refunded, currency)
  if (amount_cents === undefined) return undefined
  return {
    kind: 'refund',
    references,
    bill_id: parseId(charge.invoice),
    is_linked: true,
    refund_id: undefined,
    charge_id: parseText(charge.id),
    charge: readReportedCharge(charge),
    amount_cents,
    currency,
    made_at: undefined,
    is_withdrawn: false,
    reason: undefined,
  }
}

function readChargeReferences(charge: Json): string[] {
  return limitReferences([parseId(charge.invoice), parseId(charge.payment_intent), parseText(charge.id)])
}

/** Returns the amounts of a charge; undefined while nothing was captured or released. */
function readReportedCharge(charge: Json): ReportedCharge | undefined {
  const amounts = readChargeAmounts(charge)
  return amounts && toReportedCharge(parseText(charge.id), parseCurrency(charge.currency), amounts)
}

/** Returns a charge as stored. */
export function toReportedCharge(
  charge_id: string | undefined,
  currency: string | undefined,
  { captured, released }: Pick<ChargeAmounts, 'captured' | 'released'>,
): ReportedCharge | undefined {
  const [amount_cents, released_cents] = [captured, released].map((cents) =>
    fromStripeAmount(cents, currency),
  )
  if (charge_id === undefined || currency === undefined) return undefined
  if (amount_cents === undefined || released_cents === undefined) return undefined
  return amount_cents + released_cents === 0
    ? undefined
    : { charge_id, amount_cents, released_cents, currency }
}
