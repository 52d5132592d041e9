import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shiftToPreviousYear } from './previous-year.rule.ts'
import { endOfReportDay, reportDay, startOfReportDay } from './report-day.rule.ts'

const daysBefore = (first: string, last: string, timeZone: string) => {
  const result = shiftToPreviousYear(
    { from: startOfReportDay(first, timeZone), to: endOfReportDay(last, timeZone) },
    timeZone,
  )
  return [result.from.toISOString(), result.to.toISOString()]
}

describe('shiftToPreviousYear maps whole days to the same calendar days of the previous year', () => {
  it.each([
    ['UTC', '2026-03-01', '2026-03-10', '2025-03-01T00:00:00.000Z', '2025-03-10T23:59:59.999Z'],
    // The clocks went forward on 9 March 2025 and on 8 March 2026.
    ['America/New_York', '2026-03-08', '2026-03-08', '2025-03-08T05:00:00.000Z', '2025-03-09T04:59:59.999Z'],
    ['America/New_York', '2026-03-09', '2026-03-09', '2025-03-09T05:00:00.000Z', '2025-03-10T03:59:59.999Z'],
    ['UTC', '2024-02-29', '2024-02-29', '2023-02-28T00:00:00.000Z', '2023-02-28T23:59:59.999Z'],
    ['UTC', '2024-02-01', '2024-02-29', '2023-02-01T00:00:00.000Z', '2023-02-28T23:59:59.999Z'],
    ['UTC', '2025-02-28', '2025-03-01', '2024-02-28T00:00:00.000Z', '2024-03-01T23:59:59.999Z'],
    ['UTC', '1970-01-01', '1970-01-01', '1969-01-01T00:00:00.000Z', '1969-01-01T23:59:59.999Z'],
    // Apia skipped 30 December 2011: the 29th ended where the 31st began.
    ['Pacific/Apia', '2012-12-30', '2012-12-30', '2011-12-29T10:00:00.000Z', '2011-12-30T09:59:59.999Z'],
  ])('%s: %s to %s', (timeZone, first, last, from, to) => {
    expect(daysBefore(first, last, timeZone)).toEqual([from, to])
  })
})

describe('shiftToPreviousYear maps times to the same local time of the previous year', () => {
  it.each([
    ['UTC', '2026-03-01T10:30:00.123Z', '2025-03-01T10:30:00.123Z'],
    // 10:00 on both days, with daylight saving time in only one of the years.
    ['America/New_York', '2026-03-08T14:00:00.000Z', '2025-03-08T15:00:00.000Z'],
    // 02:30 on a day when the clocks skip it.
    ['America/New_York', '2026-03-09T06:30:00.000Z', '2025-03-09T07:30:00.000Z'],
  ])('%s: %s', (timeZone, at, before) => {
    const instant = new Date(at)
    const found = shiftToPreviousYear({ from: instant, to: instant }, timeZone)
    expect([found.from.toISOString(), found.to.toISOString()]).toEqual([before, before])
  })

  it('returns an ordered range about a year earlier (property)', () => {
    const zones = fc.constantFrom(
      'UTC',
      'America/New_York',
      'Asia/Beirut',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    )
    const start = fc.date({ min: new Date('2009-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(start, fc.integer({ min: 0, max: 3 * 86_400_000 }), zones, (from, lengthMs, timeZone) => {
        const to = new Date(from.getTime() + lengthMs)
        const found = shiftToPreviousYear({ from, to }, timeZone)
        expect(found.to.getTime()).toBeGreaterThanOrEqual(found.from.getTime())
        for (const [now, before] of [
          [from, found.from],
          [to, found.to],
        ] as const) {
          const days = Date.parse(reportDay(now, timeZone)) - Date.parse(reportDay(before, timeZone))
          expect(Math.abs(days / 86_400_000 - 365.5)).toBeLessThanOrEqual(2)
        }
      }),
    )
  })
})
