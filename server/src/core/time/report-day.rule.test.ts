import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCalendarDay } from './calendar-day.rule.ts'
import { endOfReportDay, reportDay, startOfReportDay } from './report-day.rule.ts'

const HOUR_MS = 3_600_000

describe('D38 statistics count on the local calendar day', () => {
  test.each([
    ['UTC, the last millisecond', '2026-03-10T23:59:59.999Z', 'UTC', '2026-03-10'],
    ['UTC, midnight', '2026-03-11T00:00:00.000Z', 'UTC', '2026-03-11'],
    ['west of Greenwich, the previous evening', '2026-03-10T03:59:59.999Z', 'America/New_York', '2026-03-09'],
    ['west of Greenwich, midnight', '2026-03-10T04:00:00.000Z', 'America/New_York', '2026-03-10'],
    ['east of Greenwich, the next day', '2026-03-10T17:00:00.000Z', 'Asia/Ho_Chi_Minh', '2026-03-11'],
    ['a 45-minute offset', '2026-03-10T18:14:59.999Z', 'Asia/Kathmandu', '2026-03-10'],
    ['a 45-minute offset, midnight', '2026-03-10T18:15:00.000Z', 'Asia/Kathmandu', '2026-03-11'],
    ['14 hours ahead', '2026-03-10T10:00:00.000Z', 'Pacific/Kiritimati', '2026-03-11'],
    ['11 hours behind', '2026-03-10T10:59:59.999Z', 'Pacific/Pago_Pago', '2026-03-09'],
    ['New York in standard time', '2026-03-08T04:59:59.999Z', 'America/New_York', '2026-03-07'],
    [
      'New York, end of the day the clocks go forward',
      '2026-03-09T03:59:59.999Z',
      'America/New_York',
      '2026-03-08',
    ],
    [
      'New York, end of the day the clocks go back',
      '2026-11-02T04:59:59.999Z',
      'America/New_York',
      '2026-11-01',
    ],
    ['before 1970', '1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31'],
    ['a skipped midnight', '2018-11-04T03:00:00.000Z', 'America/Sao_Paulo', '2018-11-04'],
    [
      'a repeated hour before midnight, first pass',
      '2018-02-18T01:30:00.000Z',
      'America/Sao_Paulo',
      '2018-02-17',
    ],
    [
      'a repeated hour before midnight, second pass',
      '2018-02-18T02:30:00.000Z',
      'America/Sao_Paulo',
      '2018-02-17',
    ],
    [
      'clocks going back a minute past midnight',
      '2010-11-07T03:00:00.000Z',
      'America/St_Johns',
      '2010-11-07',
    ],
    ['the day after a skipped day', '2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
  ])('%s', (_label, instant, timeZone, day) => {
    expect(reportDay(new Date(instant), timeZone)).toBe(day)
  })
})

describe('D38 the bounds of a day', () => {
  test.each([
    ['UTC', '2026-03-10', '2026-03-10T00:00:00.000Z', 24],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 23],
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
  ])('are exact across clock changes: %s %s', (timeZone, day, start, hours) => {
    const first = startOfReportDay(day, timeZone)
    const last = endOfReportDay(day, timeZone)
    expect(first.toISOString()).toBe(start)
    expect(last.getTime() + 1 - first.getTime()).toBe(hours * HOUR_MS)
  })

  test('contain every instant of the day, in every time zone (property)', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const instant = fc.date({
      min: new Date('1970-01-02T00:00:00Z'),
      max: new Date('2037-12-30T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (at, timeZone) => {
        const day = reportDay(at, timeZone)
        expect(startOfReportDay(day, timeZone).getTime()).toBeLessThanOrEqual(at.getTime())
        expect(endOfReportDay(day, timeZone).getTime()).toBeGreaterThanOrEqual(at.getTime())
      }),
      { numRuns: 500 },
    )
  })

  test('require a known time zone instead of falling back to UTC', () => {
    expect(() => reportDay(new Date('2026-03-10T00:00:00Z'), 'Mars/Olympus')).toThrow(RangeError)
  })
})

test('days start on a quarter hour in every time zone, which is the resolution of archived clicks', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const year of [2015, 2020, 2026, 2030]) {
      for (const month of ['01', '04', '07', '10']) {
        expect([zone, startOfReportDay(`${year}-${month}-01`, zone).getTime() % (HOUR_MS / 4)]).toEqual([
          zone,
          0,
        ])
      }
    }
  }
})

test.each([
  ['2026-03-31', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['0000-01-01', false],
  ['2026-3-31', false],
  ['2026-03-31T00:00:00Z', false],
  ['+026-03-31', false],
  [' 2026-03-31', false],
  ['', false],
])('calendar days: %j is %s', (text, isDay) => {
  expect(isCalendarDay(text)).toBe(isDay)
})
