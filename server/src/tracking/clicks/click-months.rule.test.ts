import { expect, it } from 'vitest'
import { monthsBetween } from './click-months.rule.ts'

const iso = (months: Date[]) => months.map((month) => month.toISOString())

it.each([
  [
    'a new year',
    '2026-11-30T23:59:59.999Z',
    '2026-12-01T00:00:00.000Z',
    1,
    ['2026-11-01', '2026-12-01', '2027-01-01'],
  ],
  ['a start after now', '2026-05-01T00:00:00Z', '2026-03-10T12:00:00Z', 0, ['2026-03-01']],
  ['one month', '2026-03-31T23:00:00Z', '2026-03-01T00:00:00Z', 0, ['2026-03-01']],
])('monthsBetween returns every month: %s', (_, from, now, monthsAhead, months) => {
  expect(iso(monthsBetween(new Date(from), new Date(now), monthsAhead))).toEqual(
    months.map((day) => `${day}T00:00:00.000Z`),
  )
})
