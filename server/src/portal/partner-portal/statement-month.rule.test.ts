import { expect, it } from 'vitest'
import { endOfMonth, monthAfter, toMonth } from './statement-month.rule.ts'

it.each([
  ['2026-02', 'UTC', '2026-03-01T00:00:00.000Z'],
  ['2026-12', 'Asia/Ho_Chi_Minh', '2026-12-31T17:00:00.000Z'],
  ['2026-03', 'America/New_York', '2026-04-01T04:00:00.000Z'],
])('month %s in %s ends before %s', (month, timeZone, end) => {
  expect(endOfMonth(month, timeZone).toISOString()).toBe(end)
  expect(toMonth(new Date(Date.parse(end) - 1), timeZone)).toBe(month)
  expect(toMonth(new Date(end), timeZone)).toBe(monthAfter(month))
})
