import { describe, expect, test } from 'vitest'
import { MAX_DAYS, rangeError } from './day-range.ts'

const TODAY = '2026-03-10'
const DAY_MS = 86_400_000
const before = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

describe('validation of a date range', () => {
  test.each([
    ['one day', TODAY, TODAY, undefined],
    ['a month', '2026-02-01', '2026-02-28', undefined],
    ['the maximum length', before(TODAY, MAX_DAYS - 1), TODAY, undefined],
    ['one day too long', before(TODAY, MAX_DAYS), TODAY, 'from: Choose at most 1830 days.'],
    ['in the wrong order', '2026-03-02', '2026-03-01', 'from: The start date is after the end date.'],
    ['a last day in the future', '2026-03-01', '2026-03-11', 'to: This date is in the future.'],
    ['no first day', '', '2026-03-01', 'from: Choose a start date.'],
    ['no last day', '2026-03-01', '', 'to: Choose an end date.'],
    ['a day that doesn’t exist', '2026-02-30', '2026-03-01', 'from: Choose a start date.'],
  ])('%s', (_, from, to, error) => {
    const found = rangeError({ from, to }, TODAY)
    expect(found && `${found.of}: ${found.message}`).toBe(error)
  })
})
