import type { AmountSource } from '../../core/enums.ts'
import type { ChargeSums } from './processor.ts'

export interface ReportedRefunds {
  /** Total refunded, in the payment's currency; undefined if no refund was reported. */
  refunded: { cents: bigint; currency: string | null } | undefined
  /** Totals of the refunded charges; undefined if no charge was reported. */
  charges: ChargeSums | undefined
  /** All payments on the refunded charges, with their sales. */
  payments: readonly {
    amount_cents: number | null
    amount_from: AmountSource | null
    /** Whether the sale was already reversed. */
    was_reversed: boolean
    sale: { amount_cents: number; currency: string } | undefined
  }[]
}

/** The refunded amount. If no event reported the payment's amount, also the total to compare it with. */
export interface ReversedAmount {
  cents: bigint
  currency: string | null
  charges: { cents: bigint; currency: string } | undefined
}

/** More than any payment, to reverse all of it. */
const ALL_CENTS = 2n ** 63n

/**
 * Decides which part of the captured amount refunds reverse (D61). A fully released authorization was never paid, so
 * its sale is reversed. A sale reported at the authorized amount is reversed cent by cent, and completely once
 * everything captured is refunded.
 * @returns undefined if no reversal was reported
 */
export function computeReversedCapture({
  refunded,
  charges,
  payments,
}: ReportedRefunds): ReversedAmount | undefined {
  if (charges !== undefined && isReleased(payments, charges)) {
    return { cents: ALL_CENTS, currency: null, charges: undefined }
  }
  const wasReversed = payments.some((payment) => payment.was_reversed)
  const reported = refunded ?? (wasReversed ? { cents: 0n, currency: null } : undefined)
  if (reported === undefined || charges === undefined || charges.cents === 0n)
    return reported && { ...reported, charges: undefined }
  const { cents: captured, released_cents, currency } = charges
  const [payment, ...others] = payments
  const authorized = captured + released_cents
  const isFullAuthorization =
    released_cents > 0n &&
    others.length === 0 &&
    payment?.amount_cents === null &&
    payment.sale?.currency === currency &&
    BigInt(payment.sale.amount_cents) === authorized
  if (!isFullAuthorization) return { ...reported, charges: { cents: captured, currency } }
  const cents = reported.cents >= captured ? ALL_CENTS : reported.cents
  return { ...reported, cents, charges: { cents: authorized, currency } }
}

/** Returns whether the whole authorization was released and no event reports another payment. */
function isReleased(payments: ReportedRefunds['payments'], charges: ChargeSums): boolean {
  const isPaid = payments.some(({ amount_from }) => amount_from === 'intent' || amount_from === 'invoice')
  return !isPaid && charges.cents === 0n && charges.released_cents > 0n
}
