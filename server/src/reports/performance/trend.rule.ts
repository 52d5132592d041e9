import { divideHalfUp } from '../../core/money/money.rule.ts'

export interface Trend {
  /** Absolute percentage change, rounded half up to 1 decimal; null when there is nothing to compare with. */
  trend: number | null
  trendDirection: 'up' | 'down' | 'stable'
}

/**
 * How a metric moved against the period before (the specification's four trend rules). Both are counts or
 * minor units, never negative. The percentage is exact: it is a float only once it is rounded.
 */
export function trend(current: bigint, previous: bigint): Trend {
  if (previous === 0n) {
    return current > 0n ? { trend: null, trendDirection: 'up' } : { trend: 0, trendDirection: 'stable' }
  }
  const change = current - previous
  const tenthsOfPercent = divideHalfUp((change < 0n ? -change : change) * 1000n, previous)
  if (tenthsOfPercent === 0n) return { trend: 0, trendDirection: 'stable' }
  return { trend: Number(tenthsOfPercent) / 10, trendDirection: change > 0n ? 'up' : 'down' }
}
