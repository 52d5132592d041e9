import { describe, expect, test } from 'vitest'
import type { PerformanceDay } from '../../api/types.ts'
import { axisTicks, barSpan, isLabeled, toBars } from './bars.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Days with 1, 2, 3, … clicks. */
const daysFrom = (first: string, count: number): PerformanceDay[] =>
  Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10),
    period: '',
    clicks: index + 1,
    leads: 0,
    conversions: 0,
    revenue: 0,
    revenueByCurrency: {},
    partners: 0,
    sales: 0,
    commission: 0,
    commissionByCurrency: {},
  }))

const clicks = (day: PerformanceDay) => day.clicks

describe('bars', () => {
  test.each([
    [1, 'day'],
    [92, 'day'],
    [93, 'week'],
    [644, 'week'],
    [645, 'month'],
    [1830, 'month'],
  ])('of %i days: one bar for each %s', (days, span) => expect(barSpan(days)).toBe(span))

  test('of single days are compared with the day at the same position, until the comparison period ends', () => {
    const bars = toBars(daysFrom('2026-03-01', 3), daysFrom('2026-02-01', 2), clicks)
    expect(bars).toEqual([
      {
        from: '2026-03-01',
        to: '2026-03-01',
        value: 1,
        before: { from: '2026-02-01', to: '2026-02-01', value: 1 },
      },
      {
        from: '2026-03-02',
        to: '2026-03-02',
        value: 2,
        before: { from: '2026-02-02', to: '2026-02-02', value: 2 },
      },
      { from: '2026-03-03', to: '2026-03-03', value: 3, before: undefined },
    ])
  })

  test('of weeks begin on Monday, with partial weeks at both ends', () => {
    // 2026-01-01 is a Thursday.
    const bars = toBars(daysFrom('2026-01-01', 100), [], clicks)
    expect(bars[0]).toMatchObject({ from: '2026-01-01', to: '2026-01-04', value: 10 })
    expect(bars[1]).toMatchObject({ from: '2026-01-05', to: '2026-01-11' })
    expect(bars.at(-1)).toMatchObject({ from: '2026-04-06', to: '2026-04-10' })
  })

  test('of months add up to the whole period', () => {
    const bars = toBars(daysFrom('2024-01-15', 700), [], clicks)
    expect(bars[0]).toMatchObject({ from: '2024-01-15', to: '2024-01-31' })
    expect(bars.reduce((sum, { value }) => sum + value, 0)).toBe((700 * 701) / 2)
  })
})

describe('the axis ticks', () => {
  test.each([
    [0, true, [0, 1]],
    [1, true, [0, 1]],
    [3, true, [0, 1, 2, 3]],
    [4, true, [0, 1, 2, 3, 4]],
    [5, true, [0, 2, 4, 6]],
    [9, true, [0, 5, 10]],
    [100, true, [0, 25, 50, 75, 100]],
    [146, true, [0, 50, 100, 150]],
    [387.5, false, [0, 100, 200, 300, 400]],
    [0.08, false, [0, 0.02, 0.04, 0.06, 0.08]],
    [1_234_567, true, [0, 500_000, 1_000_000, 1_500_000]],
  ])('range up to %d (whole: %s)', (max, isWhole, ticks) => {
    const found = axisTicks(max, isWhole)
    expect(found).toHaveLength(ticks.length)
    for (const [index, tick] of ticks.entries()) expect(found[index]).toBeCloseTo(tick, 10)
  })

  test('label at most seven bars, or every bar if there are few', () => {
    const labeled = (bars: number) =>
      Array.from({ length: bars }, (_, place) => place).filter((place) => isLabeled(place, bars))
    expect(labeled(1)).toEqual([0])
    expect(labeled(7)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(labeled(30)).toEqual([2, 7, 12, 17, 22, 27])
    for (let bars = 1; bars <= 92; bars++) expect(labeled(bars).length).toBeLessThanOrEqual(7)
  })
})
