import type { AmountFrom } from '../../core/enums.ts'
import type { ChargeSums } from './processor.ts'

export interface ReportedRefunds {
  /** What was given back in all, in the payment's money; undefined when no report named a refund. */
  refunded: { cents: bigint; currency: string | null } | undefined
  /** Of the refunded charges; undefined when no charge was reported. */
  charges: ChargeSums | undefined
  /** All payments that the refunded charges paid, with their sales. */
  payments: readonly {
    amount_cents: number | null
    amount_from: AmountFrom | null
    /** Something of its sale was reversed before. */
    was_reversed: boolean
    sale: { amount_cents: number; currency: string } | undefined
  }[]
}

/** What was given back, and what it is compared with where no event told the amount of the payment. */
export interface Reversed {
  cents: bigint
  currency: string | null
  charges: { cents: bigint; currency: string } | undefined
}

/** More than any payment: all of it. */
const ALL_CENTS = 2n ** 63n

/**
 * Decides what refunds reverse of what was captured (D61). Where an authorization was released whole, nothing was ever
 * paid, and all of a sale that was reported is reversed. A sale that the merchant reported as it was authorized loses what
 * was given back cent by cent, and all of it when everything captured is back.
 * @returns undefined when nothing is known to be reversed
 */
export function reversedOfCaptured({ refunded, charges, payments }: ReportedRefunds): Reversed | undefined {
  if (charges !== undefined && isReleased(payments, charges)) {
    return { cents: ALL_CENTS, currency: null, charges: undefined }
  }
  const wasReversed = payments.some((payment) => payment.was_reversed)
  const told = refunded ?? (wasReversed ? { cents: 0n, currency: null } : undefined)
  if (told === undefined || charges === undefined || charges.cents === 0n)
    return told && { ...told, charges: undefined }
  const { cents: captured, released_cents, currency } = charges
  const [payment, ...others] = payments
  const authorized = captured + released_cents
  const isAsAuthorized =
    released_cents > 0n &&
    others.length === 0 &&
    payment?.amount_cents === null &&
    payment.sale?.currency === currency &&
    BigInt(payment.sale.amount_cents) === authorized
  if (!isAsAuthorized) return { ...told, charges: { cents: captured, currency } }
  const cents = told.cents >= captured ? ALL_CENTS : told.cents
  return { ...told, cents, charges: { cents: authorized, currency } }
}

/** All that was authorized was released, and no event says that the payment was paid otherwise. */
function isReleased(payments: ReportedRefunds['payments'], charges: ChargeSums): boolean {
  const isPaid = payments.some(({ amount_from }) => amount_from === 'intent' || amount_from === 'invoice')
  return !isPaid && charges.cents === 0n && charges.released_cents > 0n
}
