import { divideHalfUp } from '../../core/money/money.rule.ts'
import { splitRefund, sum } from './split-refund.rule.ts'

/** A payment's amount and its sale; undefined if the payment has none. */
interface PaymentWithSale {
  payment_cents: bigint
  sale: { amount_cents: number; currency: string } | undefined
}

/** One entry per payment. */
export type RefundMeasure = readonly PaymentWithSale[]

export interface MeasuredRefunds {
  /** The reported refunds' currency; null if no report has one. */
  refunds: string | null
  /** All payments on the refunded charges. At least one of them has a sale. */
  payments: readonly {
    amount_cents: number | null
    currency: string | null
    sale: { amount_cents: number; currency: string } | undefined
  }[]
  /** Total captured by the charges; undefined if not reported. */
  charges: { cents: bigint; currency: string } | undefined
}

/**
 * Returns the ratio between refunded amounts and sales. A merchant may report a sale in another currency or without
 * tax, so the sale is refunded in proportion to the payment's total, from the payment's own events or its charges.
 * Without either, amounts in the same currency are compared directly.
 * @returns undefined if the ratio can't be known: another currency, and no payment total
 */
export function chooseMeasure({ refunds, payments, charges }: MeasuredRefunds): RefundMeasure | undefined {
  const sales = payments.flatMap(({ sale }) => (sale === undefined ? [] : [sale]))
  const currency = refunds ?? sales[0]?.currency
  const knownAmounts = payments.map(({ amount_cents, currency: paidIn }) =>
    amount_cents === null || paidIn !== currency ? undefined : BigInt(amount_cents),
  )
  const weights = createWeights({
    known: knownAmounts,
    sales: payments.map(({ sale }) => BigInt(sale?.amount_cents ?? 0)),
  })
  const toMeasure = (cents: bigint[]) =>
    payments.map(({ sale }, place) => ({ payment_cents: cents[place] ?? 0n, sale }))
  if (knownAmounts.every((cents) => cents !== undefined)) return toMeasure(knownAmounts)
  if (charges?.currency === currency) return toMeasure(weights(charges?.cents))
  return sales.every((sale) => sale.currency === currency) ? toMeasure(weights(undefined)) : undefined
}

/** Returns each payment's amount. Those without one split the charge's remainder in proportion to their sales. */
function createWeights({
  known,
  sales,
}: {
  known: readonly (bigint | undefined)[]
  sales: readonly bigint[]
}) {
  const basis = sales.map((sale, place) => known[place] ?? sale)
  return (total: bigint | undefined): bigint[] => {
    if (total === undefined) return basis
    const rest = total - sum(known.map((cents) => cents ?? 0n))
    if (rest <= 0n) return splitRefund(basis, total)
    // A payment without an amount and a sale takes an unknown part of the remainder.
    const unknown = sales.map((sale, place) => (known[place] !== undefined ? 0n : sale === 0n ? 1n : sale))
    const parts = splitRefund(unknown, rest)
    return parts.map((part, place) => known[place] ?? part)
  }
}

/**
 * Converts a refunded amount to a reversal per sale. The reversals are computed from sums, so rounding errors don't
 * accumulate: the reversals in one currency total its share of the amount, rounded half up. If everything is refunded,
 * they equal the sales.
 * @returns one amount per payment, in minor units of its sale; 0 if it has none
 */
export function scaleToAmount(measure: RefundMeasure, cents: bigint): number[] {
  const paid = measure.map(({ payment_cents }) => payment_cents)
  if (cents >= sum(paid)) return measure.map(({ sale }) => sale?.amount_cents ?? 0)
  const parts = splitRefund(paid, cents)
  const scaled = measure.map(() => 0)
  for (const currency of new Set(measure.map(({ sale }) => sale?.currency))) {
    if (currency === undefined) continue
    const places = measure.flatMap(({ sale }, place) => (sale?.currency === currency ? [place] : []))
    const inPlaceOrder = (amounts: readonly bigint[]) => places.map((place) => amounts[place] ?? 0n)
    const sales = inPlaceOrder(measure.map(({ sale }) => BigInt(sale?.amount_cents ?? 0)))
    const payment_cents = sum(inPlaceOrder(paid))
    if (payment_cents === 0n) continue
    const refunded = divideHalfUp(sum(inPlaceOrder(parts)) * sum(sales), payment_cents)
    const refundedParts = splitRefund(sales, refunded)
    for (const [index, place] of places.entries()) scaled[place] = Number(refundedParts[index] ?? 0n)
  }
  return scaled
}

/**
 * Converts disputes to a reversal per sale, on top of refunds. Each reversal is the difference between running sums, so
 * a fully reversed payment's reversals add up to its sales. A dispute that exceeds the payments is converted
 * separately.
 * @param refunded the payments' total refunded amount
 * @returns the result of `scaleToAmount` for each dispute
 */
export function scaleDisputes(
  measure: RefundMeasure,
  refunded: bigint,
  disputes: readonly { cents: bigint; is_withdrawn: boolean }[],
): number[][] {
  const total = sum(measure.map(({ payment_cents }) => payment_cents))
  let refundedCents = refunded
  return disputes.map(({ cents, is_withdrawn }) => {
    const scaledAmount = scaleToAmount(measure, cents)
    if (is_withdrawn) return scaledAmount
    const before = scaleToAmount(measure, refundedCents)
    refundedCents += cents
    const after = scaleToAmount(measure, refundedCents)
    const parts = after.map((part, place) => part - (before[place] ?? 0))
    return refundedCents <= total
      ? parts
      : parts.map((part, place) => Math.max(part, scaledAmount[place] ?? 0))
  })
}
