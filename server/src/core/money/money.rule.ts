/**
 * The only place that rounds money (D29): half up, in integers. Amounts are integer minor units ("cents"),
 * stored with their currency.
 */

const BASIS_POINTS = 10_000n

/** Returns `numerator / denominator`, rounding halves away from zero. `denominator` must be positive. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive')
  if (numerator < 0n) return -divideHalfUp(-numerator, denominator)
  return (2n * numerator + denominator) / (2n * denominator)
}

/** Applies a rate in basis points: 4,999 at 2,000 bps is 1,000. */
export function applyRate(amount_cents: number, rate_bps: number): number {
  return Number(divideHalfUp(BigInt(amount_cents) * BigInt(rate_bps), BASIS_POINTS))
}

/** Scales an amount by `part / whole`: 980 at 1,000 of 4,900 is 200. `whole` must be positive. */
export function scaleAmount(amount_cents: number, part: number, whole: number): number {
  return Number(divideHalfUp(BigInt(amount_cents) * BigInt(part), BigInt(whole)))
}

/** Divides minor units by 100, regardless of the currency (D32). For responses only, never for sums. */
export function dollars(cents: bigint): number {
  return Number(cents) / 100
}
