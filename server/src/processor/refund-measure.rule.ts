import { divideHalfUp } from '../platform/money.rule.ts'

interface Money {
  amount_cents: number | null
  currency: string | null
}

/** Of so much of a payment, so much is the sale. */
export interface RefundMeasure {
  payment_cents: bigint
  sale_cents: bigint
}

export interface MeasuredRefunds {
  sale: { amount_cents: number; currency: string }
  /** The currency of the reported refunds, null when no report said it. */
  refunds: string | null
  /** All payments that the refunded charges paid. */
  payments: readonly Money[]
  /** What the charges took in all, per currency; null when none was told of. */
  charges: { cents: bigint; currency: string } | undefined
}

/**
 * What a cent that the processor gave back is of a sale. The merchant may have reported the sale in another currency,
 * or without tax: so it is taken back in proportion of what the payment was, which its own events or its charges say.
 * Where neither did, cents of the same currency are compared as they are.
 * @returns undefined when nobody can say: another currency, and no total of the payment
 */
export function measureOf({ sale, refunds, payments, charges }: MeasuredRefunds): RefundMeasure | undefined {
  const currency = refunds ?? sale.currency
  const sale_cents = BigInt(sale.amount_cents)
  const total = totalOf(payments, currency)
  if (total !== undefined) return { sale_cents, payment_cents: total }
  if (charges?.currency === currency) return { sale_cents, payment_cents: charges.cents }
  return currency === sale.currency ? { sale_cents, payment_cents: sale_cents } : undefined
}

/** What of the sale an amount of the payment is, half up; never more than the sale. */
export function scaleTo({ sale_cents, payment_cents }: RefundMeasure, cents: bigint): number {
  return cents >= payment_cents ? Number(sale_cents) : Number(divideHalfUp(cents * sale_cents, payment_cents))
}

function totalOf(payments: readonly Money[], currency: string): bigint | undefined {
  let total = 0n
  for (const { amount_cents, currency: paidIn } of payments) {
    if (amount_cents === null || paidIn !== currency) return undefined
    total += BigInt(amount_cents)
  }
  return total
}
