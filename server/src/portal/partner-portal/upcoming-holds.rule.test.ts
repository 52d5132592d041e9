import { expect, it } from 'vitest'
import { type DueHoldsRow, upcomingHolds } from './upcoming-holds.rule.ts'

const row = (due_at: string, currency: 'USD' | 'EUR', cents: string, total_cents: string): DueHoldsRow => ({
  due_at: new Date(due_at),
  currency,
  cents,
  total_cents,
})

it('adds up the amounts for each of the program’s days, and for later days', () => {
  const rows = [
    row('2026-03-10T12:00:00Z', 'EUR', '300', '300'),
    row('2026-03-10T12:00:00Z', 'USD', '100', '1500'),
    // In Ho Chi Minh City, this is the 11th.
    row('2026-03-10T17:00:00Z', 'USD', '200', '1500'),
    row('2026-03-11T16:45:00Z', 'USD', '200', '1500'),
    row('2026-03-14T00:00:00Z', 'USD', '400', '1500'),
  ]
  expect(upcomingHolds(rows, { timeZone: 'Asia/Ho_Chi_Minh', maxDays: 2 })).toEqual({
    days: [
      { day: '2026-03-10', centsByCurrency: { EUR: 300n, USD: 100n } },
      { day: '2026-03-11', centsByCurrency: { USD: 400n } },
    ],
    laterByCurrency: { USD: 1000n },
  })
  expect(upcomingHolds([], { timeZone: 'UTC', maxDays: 2 })).toEqual({ days: [], laterByCurrency: {} })
})
