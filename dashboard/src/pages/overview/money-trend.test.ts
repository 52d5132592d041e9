import { describe, expect, test } from 'vitest'
import { moneyTrend } from './money-trend.ts'

const overall = (previousByCurrency: Record<string, number>) => ({
  trend: 99,
  trendDirection: 'up' as const,
  previous: 0,
  previousByCurrency,
})

describe('the trend of one currency follows the rules of the trend object', () => {
  test.each([
    { name: 'twice as much', now: 200, previous: 100, trend: 100, direction: 'up' },
    { name: 'a third less, rounded to one decimal', now: 200, previous: 300, trend: 33.3, direction: 'down' },
    { name: 'from nothing', now: 1, previous: 0, trend: null, direction: 'up' },
    { name: 'nothing twice', now: 0, previous: 0, trend: 0, direction: 'stable' },
    { name: 'a change that rounds to 0.0', now: 100_001, previous: 100_000, trend: 0, direction: 'stable' },
    { name: 'a half of a tenth, rounded up', now: 601, previous: 400, trend: 50.3, direction: 'up' },
    {
      name: 'a half of a tenth, also of large sums',
      now: 3001,
      previous: 2000,
      trend: 50.1,
      direction: 'up',
    },
    { name: 'all of it gone', now: 0, previous: 500, trend: 100, direction: 'down' },
  ])('$name', ({ now, previous, trend, direction }) => {
    const found = moneyTrend({ EUR: now, USD: 7 }, overall({ EUR: previous }), 'EUR', false)
    expect(found).toEqual({ trend, trendDirection: direction, previous })
  })

  test('with one currency the answer of the service stands', () => {
    expect(moneyTrend({ EUR: 1 }, overall({ EUR: 1 }), 'EUR', true).trend).toBe(99)
  })
})
