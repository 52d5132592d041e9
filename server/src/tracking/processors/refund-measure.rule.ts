import { divideHalfUp } from '../../core/money/money.rule.ts'
import { splitRefund, sum } from './split-refund.rule.ts'

/** Of so much of a payment, so much is the sale; undefined where the payment has none. */
interface Share {
  payment_cents: bigint
  sale: { amount_cents: number; currency: string } | undefined
}

/** One share for each payment. */
export type RefundMeasure = readonly Share[]

export interface MeasuredRefunds {
  /** The currency of the reported refunds, null when no report said it. */
  refunds: string | null
  /** All payments that the refunded charges paid, at least one of them with a sale. */
  payments: readonly {
    amount_cents: number | null
    currency: string | null
    sale: { amount_cents: number; currency: string } | undefined
  }[]
  /** What the charges took in all, per currency; null when none was told of. */
  charges: { cents: bigint; currency: string } | undefined
}

/**
 * What a cent that the processor gave back is of the sales. The merchant may have reported a sale in another currency,
 * or without tax: so it is taken back in proportion of what the payment was, which its own events or its charges say.
 * Where neither did, cents of the same currency are compared as they are.
 * @returns undefined when nobody can say: another currency, and no total of the payment
 */
export function measureOf({ refunds, payments, charges }: MeasuredRefunds): RefundMeasure | undefined {
  const sold = payments.flatMap(({ sale }) => (sale === undefined ? [] : [sale]))
  const currency = refunds ?? sold[0]?.currency
  const known = payments.map(({ amount_cents, currency: paidIn }) =>
    amount_cents === null || paidIn !== currency ? undefined : BigInt(amount_cents),
  )
  const weights = weigh({ known, sales: payments.map(({ sale }) => BigInt(sale?.amount_cents ?? 0)) })
  const toMeasure = (cents: bigint[]) =>
    payments.map(({ sale }, place) => ({ payment_cents: cents[place] ?? 0n, sale }))
  if (known.every((cents) => cents !== undefined)) return toMeasure(known)
  if (charges?.currency === currency) return toMeasure(weights(charges?.cents))
  return sold.every((sale) => sale.currency === currency) ? toMeasure(weights(undefined)) : undefined
}

/** What each payment was: what is known of it, and of a charge that paid the others the rest, by their sales. */
function weigh({ known, sales }: { known: readonly (bigint | undefined)[]; sales: readonly bigint[] }) {
  const basis = sales.map((sale, place) => known[place] ?? sale)
  return (total: bigint | undefined): bigint[] => {
    if (total === undefined) return basis
    const rest = total - sum(known.map((cents) => cents ?? 0n))
    if (rest <= 0n) return splitRefund(basis, total)
    // A payment without an amount and a sale has a part of the rest too, whatever it is.
    const unknown = sales.map((sale, place) => (known[place] !== undefined ? 0n : sale === 0n ? 1n : sale))
    const parts = splitRefund(unknown, rest)
    return parts.map((part, place) => known[place] ?? part)
  }
}

/**
 * What an amount of the payments takes back of each sale, of sums, so never adrift: the parts of the sales of one currency
 * add up to their part of the amount, half up, and when everything is given back to the sales.
 * @returns one for each share, in the minor units of its sale; 0 where it has none
 */
export function scaleTo(measure: RefundMeasure, cents: bigint): number[] {
  const paid = measure.map(({ payment_cents }) => payment_cents)
  if (cents >= sum(paid)) return measure.map(({ sale }) => sale?.amount_cents ?? 0)
  const parts = splitRefund(paid, cents)
  const scaled = measure.map(() => 0)
  for (const currency of new Set(measure.map(({ sale }) => sale?.currency))) {
    if (currency === undefined) continue
    const places = measure.flatMap(({ sale }, place) => (sale?.currency === currency ? [place] : []))
    const of = (amounts: readonly bigint[]) => places.map((place) => amounts[place] ?? 0n)
    const sales = of(measure.map(({ sale }) => BigInt(sale?.amount_cents ?? 0)))
    const payment_cents = sum(of(paid))
    if (payment_cents === 0n) continue
    const refunded = divideHalfUp(sum(of(parts)) * sum(sales), payment_cents)
    const refundedParts = splitRefund(sales, refunded)
    for (const [index, place] of places.entries()) scaled[place] = Number(refundedParts[index] ?? 0n)
  }
  return scaled
}

/**
 * What disputes take back of each sale beside what was refunded of the payments: in turn, each of the sum so far, so that
 * parts of a payment that was given back in whole add up to its sales. A dispute beyond the payments counts by itself.
 * @param refunded what was refunded of the payments in all
 * @returns for each dispute what `scaleTo` returns
 */
export function scaleDisputes(
  measure: RefundMeasure,
  refunded: bigint,
  disputes: readonly { cents: bigint; is_withdrawn: boolean }[],
): number[][] {
  const total = sum(measure.map(({ payment_cents }) => payment_cents))
  let given = refunded
  return disputes.map(({ cents, is_withdrawn }) => {
    const alone = scaleTo(measure, cents)
    if (is_withdrawn) return alone
    const before = scaleTo(measure, given)
    given += cents
    const after = scaleTo(measure, given)
    const parts = after.map((part, place) => part - (before[place] ?? 0))
    return given <= total ? parts : parts.map((part, place) => Math.max(part, alone[place] ?? 0))
  })
}
