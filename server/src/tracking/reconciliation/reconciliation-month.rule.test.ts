import { describe, expect, it } from 'vitest'
import { getComparisonEnd, monthAt, startOfMonth } from './reconciliation-month.rule.ts'

const now = new Date('2026-03-10T12:00:00Z')

describe('a reconciled month', () => {
  it('has its bounds in the program’s time zone', () => {
    expect(startOfMonth('2026-02', 'Asia/Tokyo').toISOString()).toBe('2026-01-31T15:00:00.000Z')
    expect(getComparisonEnd('2026-02', 'Asia/Tokyo', now)?.toISOString()).toBe('2026-02-28T15:00:00.000Z')
    expect(monthAt(new Date('2026-02-28T16:00:00Z'), 'Asia/Tokyo')).toBe('2026-03')
  })

  it('ends earlier if the list lags behind', () => {
    const end = (month: string, at: string) =>
      getComparisonEnd(month, 'UTC', new Date(at), 4 * 60 * 60 * 1000)?.toISOString()
    expect(end('2026-03', '2026-03-10T12:00:00Z')).toBe('2026-03-10T08:00:00.000Z')
    expect(end('2026-02', '2026-03-01T03:59:00Z')).toBe('2026-02-28T23:59:00.000Z')
    expect(end('2026-02', '2026-03-01T04:00:00Z')).toBe('2026-03-01T00:00:00.000Z')
  })

  it.each([
    ['the current month ends an hour ago', '2026-03', '2026-03-10T11:00:00.000Z'],
    ['a month that has not begun', '2026-04', undefined],
    ['the oldest month', '2023-03', '2023-04-01T00:00:00.000Z'],
    ['a month that is too long ago', '2023-02', undefined],
  ])('%s', (_label, month, end) => {
    expect(getComparisonEnd(month, 'UTC', now)?.toISOString()).toBe(end)
  })
})
