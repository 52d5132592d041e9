import { describe, expect, test } from 'vitest'
import { moneyTrend } from './money-trend.ts'

const overall = (previousByCurrency: Record<string, number>) => ({
  trend: 99,
  trendDirection: 'up' as const,
  previous: 0,
  previousByCurrency,
})

describe('the trend for one currency follows the specification’s trend object', () => {
  test.each([
    { name: 'doubled', now: 200, previous: 100, trend: 100, direction: 'up' },
    { name: 'a third less, rounded to one decimal', now: 200, previous: 300, trend: 33.3, direction: 'down' },
    { name: 'up from zero', now: 1, previous: 0, trend: null, direction: 'up' },
    { name: 'zero in both periods', now: 0, previous: 0, trend: 0, direction: 'stable' },
    { name: 'a change that rounds to 0.0', now: 100_001, previous: 100_000, trend: 0, direction: 'stable' },
    { name: 'half a tenth, rounded up', now: 601, previous: 400, trend: 50.3, direction: 'up' },
    {
      name: 'half a tenth of a larger sum',
      now: 3001,
      previous: 2000,
      trend: 50.1,
      direction: 'up',
    },
    { name: 'down to zero', now: 0, previous: 500, trend: 100, direction: 'down' },
  ])('$name', ({ now, previous, trend, direction }) => {
    const found = moneyTrend({ EUR: now, USD: 7 }, overall({ EUR: previous }), 'EUR', false)
    expect(found).toEqual({ trend, trendDirection: direction, previous })
  })

  test('uses the service’s trend if there is only one currency', () => {
    expect(moneyTrend({ EUR: 1 }, overall({ EUR: 1 }), 'EUR', true).trend).toBe(99)
  })
})
