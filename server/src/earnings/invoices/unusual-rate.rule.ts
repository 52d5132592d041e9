import type { ExchangeRate } from './exchange-rate.rule.ts'

/** The range in which a currency's rate needs no confirmation. Both ends are included. */
export interface RateRange {
  minimum: ExchangeRate
  maximum: ExchangeRate
}

export type UnusualRate = 'far_from_last' | 'out_of_range'

/** Monthly rates hardly ever change by a factor of three, but a misplaced decimal point or an inverted rate does. */
const FACTOR = 3n

/**
 * Returns the reason a rate has to be confirmed before an invoice is issued: it differs from the last one by more than
 * a factor of three, or it is outside the configured range. Returns null if no confirmation is needed.
 */
export function unusualRate(
  rate: ExchangeRate,
  { last, range }: { last: ExchangeRate | undefined; range: RateRange | undefined },
): UnusualRate | null {
  if (last !== undefined && (isLess(multiplyByFactor(last), rate) || isLess(multiplyByFactor(rate), last)))
    return 'far_from_last'
  if (range !== undefined && (isLess(rate, range.minimum) || isLess(range.maximum, rate)))
    return 'out_of_range'
  return null
}

function multiplyByFactor({ digits, scale }: ExchangeRate): ExchangeRate {
  return { digits: digits * FACTOR, scale }
}

function isLess(a: ExchangeRate, b: ExchangeRate): boolean {
  return a.digits * 10n ** BigInt(b.scale) < b.digits * 10n ** BigInt(a.scale)
}
