import type { ExchangeRate } from './exchange-rate.rule.ts'

/** The rates of a currency that pass without a question, both ends included. */
export interface RateRange {
  least: ExchangeRate
  most: ExchangeRate
}

export type UnusualRate = 'far_from_last' | 'out_of_range'

/** A rate of one month is hardly three times that of another; a comma in the wrong place, or the inverse, is more. */
const FACTOR = 3n

/**
 * Why a rate needs a confirmation before it is issued for good: it is more than three times the last one used, or
 * less than a third of it, or outside of the installation's range. Null: it does not.
 */
export function unusualRate(
  rate: ExchangeRate,
  { last, range }: { last: ExchangeRate | undefined; range: RateRange | undefined },
): UnusualRate | null {
  if (last !== undefined && (isLess(times(last), rate) || isLess(times(rate), last))) return 'far_from_last'
  if (range !== undefined && (isLess(rate, range.least) || isLess(range.most, rate))) return 'out_of_range'
  return null
}

function times({ digits, scale }: ExchangeRate): ExchangeRate {
  return { digits: digits * FACTOR, scale }
}

function isLess(one: ExchangeRate, other: ExchangeRate): boolean {
  return one.digits * 10n ** BigInt(other.scale) < other.digits * 10n ** BigInt(one.scale)
}
