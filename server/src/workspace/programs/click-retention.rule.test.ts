import { expect, it } from 'vitest'
import { coversWindow, minMonthsFor, shortestDays } from './click-retention.rule.ts'

it.each([
  [1, 28],
  [2, 59],
  [3, 89],
  [6, 181],
  [11, 334],
  [12, 365],
  [13, 393],
  [24, 730],
])('%i months have at least %i days', (months, days) => {
  expect(shortestDays(months)).toBe(days)
})

it.each([...Array(30).keys()].map((index) => index + 1))(
  '%i months are never shorter on the calendar',
  (months) => {
    const lengths = Array.from({ length: 48 }, (_, first) =>
      Math.round((Date.UTC(2023, first + months) - Date.UTC(2023, first)) / 86_400_000),
    )
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(shortestDays(months))
  },
)

it.each([
  [28, 1, true],
  [29, 1, false],
  [59, 2, true],
  [60, 2, false],
  [60, 3, true],
  [365, 12, true],
  [365, 11, false],
])('clicks kept for %i months cover a window of %i days: %s', (days, months, isCovered) => {
  expect(coversWindow(months, days)).toBe(isCovered)
})

it('finds the fewest months that cover a window', () => {
  expect([1, 28, 29, 60, 90, 365].map(minMonthsFor)).toEqual([1, 1, 2, 3, 4, 12])
})
