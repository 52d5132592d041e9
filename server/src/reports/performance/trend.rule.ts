import { divideHalfUp } from '../../core/money/money.rule.ts'

export interface Trend {
  /** Absolute percentage change, rounded half up to 1 decimal; null if the previous value is 0. */
  trend: number | null
  trendDirection: 'up' | 'down' | 'stable'
}

/**
 * Compares a metric with the previous period (the specification's four trend rules). Both values are counts or minor
 * units, never negative. Computed exactly and rounded once.
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
