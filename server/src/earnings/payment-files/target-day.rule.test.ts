import { describe, expect, it } from 'vitest'
import { nextTargetDay, targetClosing } from './target-day.rule.ts'

describe('targetClosing', () => {
  it.each([
    // Easter Sunday: 20 April 2025, 5 April 2026, 28 March 2027 and 21 April 2030. These are among the earliest and
    // latest dates.
    ['2025-04-18', 'good_friday'],
    ['2025-04-21', 'easter_monday'],
    ['2026-04-03', 'good_friday'],
    ['2026-04-05', 'weekend'],
    ['2026-04-06', 'easter_monday'],
    ['2027-03-26', 'good_friday'],
    ['2027-03-29', 'easter_monday'],
    ['2030-04-19', 'good_friday'],
    ['2038-04-26', 'easter_monday'],
    ['2285-03-20', 'good_friday'],
    ['2285-03-23', 'easter_monday'],
    ['2000-04-24', 'easter_monday'],
    ['2100-03-29', 'easter_monday'],
    ['2026-01-01', 'new_years_day'],
    ['2027-05-01', 'labour_day'],
    ['2027-12-25', 'christmas_day'],
    ['2027-12-26', 'day_after_christmas'],
    ['2026-03-07', 'weekend'],
    ['2026-03-08', 'weekend'],
    ['2026-03-09', null],
    ['2026-04-02', null],
    ['2026-04-07', null],
    ['2026-12-24', null],
    ['2026-12-31', null],
    // Holidays only in some countries.
    ['2026-05-14', null],
    ['2026-05-25', null],
  ])('returns the reason banks are closed on %s: %s', (day, reason) =>
    expect(targetClosing(day)).toBe(reason),
  )
})

describe('nextTargetDay', () => {
  it.each([
    ['a business day', '2026-03-10', '2026-03-10', null],
    ['Saturday', '2026-03-07', '2026-03-09', 'weekend'],
    ['Sunday', '2026-03-08', '2026-03-09', 'weekend'],
    ['over Easter', '2026-04-03', '2026-04-07', 'good_friday'],
    ['Easter Monday', '2027-03-29', '2027-03-30', 'easter_monday'],
    ['1 May on a Friday', '2026-05-01', '2026-05-04', 'labour_day'],
    ['Christmas on a Friday', '2026-12-25', '2026-12-28', 'christmas_day'],
    ['Christmas on a Saturday', '2027-12-25', '2027-12-27', 'christmas_day'],
    ['26 December on a Friday', '2025-12-26', '2025-12-29', 'day_after_christmas'],
    ['a year that ends on a weekend', '2022-12-31', '2023-01-02', 'weekend'],
    ['New Year on a Friday', '2027-01-01', '2027-01-04', 'new_years_day'],
    ['New Year on a Monday, requested for Saturday', '2023-12-30', '2024-01-02', 'weekend'],
    ['a leap day on a Saturday', '2048-02-29', '2048-03-02', 'weekend'],
  ])('%s', (_name, requestedDay, day, closedFor) =>
    expect(nextTargetDay(requestedDay)).toEqual({ day, requestedDay, closedFor }),
  )
})
