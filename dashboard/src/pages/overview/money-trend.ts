import type { CentsByCurrency, Currency, PerformanceMetrics, Trend } from '../../api/types.ts'

type MoneyTrend = PerformanceMetrics['revenueTrend']

/**
 * Computes the trend for one currency by the specification's rules ("Trend object"). The response's own trend
 * adds up the face values of all currencies, so it only works with a single currency.
 */
export function moneyTrend(
  current: CentsByCurrency,
  overall: MoneyTrend,
  currency: Currency,
  isOnlyCurrency: boolean,
): Trend {
  if (isOnlyCurrency) return overall
  const now = current[currency] ?? 0
  const previous = overall.previousByCurrency[currency] ?? 0
  if (previous === 0) {
    return now === 0
      ? { trend: 0, trendDirection: 'stable', previous }
      : { trend: null, trendDirection: 'up', previous }
  }
  const trend = tenthsOfPercent(BigInt(Math.abs(now - previous)), BigInt(previous)) / 10
  return { trend, trendDirection: trend === 0 ? 'stable' : now > previous ? 'up' : 'down', previous }
}

/** Rounds half up with integers, because a float could fall on the wrong side of a half. */
function tenthsOfPercent(change: bigint, previous: bigint): number {
  return Number((2000n * change + previous) / (2n * previous))
}
