import type { CentsByCurrency, Currency, PerformanceMetrics, Trend } from '../../api/types.ts'

type MoneyTrend = PerformanceMetrics['revenueTrend']

/**
 * The trend of one currency's money. The answer's own trend compares face values over all currencies, which
 * says something only where there is one; for each of several it is computed here by the same rules
 * (specification, "Trend object").
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

/** Rounded half up, exactly: a float of it may lie on the other side of a half. */
function tenthsOfPercent(change: bigint, previous: bigint): number {
  return Number((2000n * change + previous) / (2n * previous))
}
