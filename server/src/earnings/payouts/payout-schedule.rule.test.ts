import { describe, expect, it } from 'vitest'
import { dueMonth, lastDueMonth, nextPayDay, payDayAfter } from './payout-schedule.rule.ts'

describe('dueMonth', () => {
  it.each([
    ['the day before', 5, '2026-02', '2026-03-04', undefined],
    ['on the day', 5, '2026-02', '2026-03-05', '2026-03'],
    ['later in the month', 5, '2026-02', '2026-03-31', '2026-03'],
    ['once the payouts are created', 5, '2026-03', '2026-03-31', undefined],
    ['before the next month’s pay day', 5, '2026-02', '2026-04-04', '2026-03'],
    ['once after several months', 5, '2025-10', '2026-03-05', '2026-03'],
    ['across the end of the year', 28, '2025-11', '2026-01-27', '2025-12'],
    ['when the pay day was moved earlier', 1, '2026-03', '2026-03-20', undefined],
  ])('%s', (_name, payDay, paidMonth, day, month) => expect(dueMonth(payDay, paidMonth, day)).toBe(month))
})

describe('payDayAfter', () => {
  it.each([
    ['in the same month', 15, '2026-03-14', '2026-03-15'],
    ['in the next month, for the pay day itself', 15, '2026-03-15', '2026-04-15'],
    ['in the next year', 1, '2026-12-20', '2027-01-01'],
  ])('%s', (_name, payDay, day, expected) => expect(payDayAfter(payDay, day)).toBe(expected))
})

describe('lastDueMonth', () => {
  it.each([
    [5, '2026-03-05', '2026-03'],
    [5, '2026-03-04', '2026-02'],
    [1, '2026-01-01', '2026-01'],
    [2, '2026-01-01', '2025-12'],
  ])('returns the last due month for the pay day %i on %s: %s', (payDay, day, month) =>
    expect(lastDueMonth(payDay, day)).toBe(month),
  )
})

describe('nextPayDay', () => {
  it.each([
    ['the day before', 5, '2026-02', '2026-03-04', '2026-03-05'],
    ['on the day, before payouts are created', 5, '2026-02', '2026-03-05', '2026-03-05'],
    ['on the day, after payouts are created', 5, '2026-03', '2026-03-05', '2026-04-05'],
    ['today, after downtime', 5, '2025-10', '2026-03-20', '2026-03-20'],
    ['across the end of the year', 28, '2026-12', '2026-12-28', '2027-01-28'],
    ['in a month that was already paid on an earlier day', 20, '2026-04', '2026-04-15', '2026-05-20'],
  ])('%s', (_name, payDay, paidMonth, day, expected) =>
    expect(nextPayDay(payDay, paidMonth, day)).toBe(expected),
  )
})
