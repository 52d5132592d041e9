import { describe, expect, test } from 'vitest'
import { calendarRanges } from './period.ts'

describe('the calendar’s named ranges', () => {
  test.each([
    ['2026-03-10', '2026-03-02 2026-03-08', '2026-03-01', '2026-02-01 2026-02-28', '2026-01-01'],
    ['2028-03-31', '2028-03-20 2028-03-26', '2028-03-01', '2028-02-01 2028-02-29', '2028-01-01'],
    ['2026-01-01', '2025-12-22 2025-12-28', '2026-01-01', '2025-12-01 2025-12-31', '2026-01-01'],
    ['2026-12-31', '2026-12-21 2026-12-27', '2026-12-01', '2026-11-01 2026-11-30', '2026-10-01'],
    ['2026-05-15', '2026-05-04 2026-05-10', '2026-05-01', '2026-04-01 2026-04-30', '2026-04-01'],
    ['2026-06-01', '2026-05-25 2026-05-31', '2026-06-01', '2026-05-01 2026-05-31', '2026-04-01'],
    ['2026-06-07', '2026-05-25 2026-05-31', '2026-06-01', '2026-05-01 2026-05-31', '2026-04-01'],
  ])('on %s', (today, lastWeek, month, lastMonth, quarter) => {
    const [monday, sunday] = lastWeek.split(' ')
    const [first, last] = lastMonth.split(' ')
    expect(calendarRanges(today)).toEqual([
      { label: 'Last week', from: monday, to: sunday },
      { label: 'This month', from: month, to: today },
      { label: 'Last month', from: first, to: last },
      { label: 'This quarter', from: quarter, to: today },
    ])
  })
})
