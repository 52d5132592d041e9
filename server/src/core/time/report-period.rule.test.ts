import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../config/limits.ts'
import { reportDay } from './report-day.rule.ts'
import { type PeriodQuery, type ReportPeriod, reportPeriod } from './report-period.rule.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const CREATED = new Date('2026-01-15T23:30:00.000Z')

function decide(query: PeriodQuery, timeZone = 'UTC', now = NOW, firstDay?: string) {
  return reportPeriod(query, now, { timeZone, createdAt: CREATED, firstDay }, limits)
}

function period(query: PeriodQuery, timeZone = 'UTC', now = NOW, firstDay?: string): ReportPeriod {
  const decision = decide(query, timeZone, now, firstDay)
  if (decision.kind === 'rejected') throw new Error(`rejected: ${decision.message}`)
  return decision
}

function instants({ current, previous }: ReportPeriod) {
  return [current.from, current.to, previous.from, previous.to].map((instant) => instant.toISOString())
}

describe('D38 a named period', () => {
  test.each([
    ['7d', 7, '2026-03-04T00:00:00.000Z', '2026-02-25T00:00:00.000Z'],
    ['30d', 30, '2026-02-09T00:00:00.000Z', '2026-01-10T00:00:00.000Z'],
    ['90d', 90, '2025-12-11T00:00:00.000Z', '2025-09-12T00:00:00.000Z'],
    ['all', 55, '2026-01-15T00:00:00.000Z', '2025-11-21T00:00:00.000Z'],
  ])('covers whole days up to today in the program time zone: %s', (name, days, from, previousFrom) => {
    const result = period({ period: name })
    expect(result.name).toBe(name)
    expect(result.current.days).toHaveLength(days)
    expect(result.current.days.at(-1)).toBe('2026-03-10')
    expect(result.current.partialDays).toEqual([])
    expect(result.previous.partialDays).toEqual([])
    const to = '2026-03-10T23:59:59.999Z'
    const previousTo = new Date(Date.parse(from) - 1).toISOString()
    expect(instants(result)).toEqual([from, to, previousFrom, previousTo])
  })

  test('is 7d by default (D40)', () => {
    expect(period({})).toEqual(period({ period: '7d' }))
  })

  test('ends on the local day, not the UTC day', () => {
    const late = new Date('2026-03-10T17:00:00.000Z')
    expect(period({}, 'Asia/Ho_Chi_Minh', late).current.days.at(-1)).toBe('2026-03-11')
    expect(period({}, 'America/New_York', new Date('2026-03-10T03:59:59.999Z')).current.days.at(-1)).toBe(
      '2026-03-09',
    )
  })

  test('of "all" starts on the local day of creation, which may be today', () => {
    expect(period({ period: 'all' }, 'Asia/Ho_Chi_Minh').current.days[0]).toBe('2026-01-16')
    expect(period({ period: 'all' }, 'UTC', CREATED).current.days).toEqual(['2026-01-15'])
  })

  test.each([
    ['a day before creation', '2026-01-02', '2026-01-02'],
    ['the day of creation', '2026-01-15', '2026-01-15'],
    ['a later day', '2026-02-01', '2026-01-15'],
  ])('of "all" includes a first event on %s (D62)', (_label, firstDay, begins) => {
    expect(period({ period: 'all' }, 'UTC', NOW, firstDay).current.days[0]).toBe(begins)
    expect(period({ period: '30d' }, 'UTC', NOW, firstDay)).toEqual(period({ period: '30d' }))
  })

  test.each([
    ['New York, spring', 'America/New_York', '2026-03-10T12:00:00Z', 167, '2026-03-04T05:00:00.000Z'],
    ['New York, autumn', 'America/New_York', '2026-11-03T12:00:00Z', 169, '2026-10-28T04:00:00.000Z'],
    ['Berlin, spring', 'Europe/Berlin', '2026-03-31T12:00:00Z', 167, '2026-03-24T23:00:00.000Z'],
    ['Berlin, autumn', 'Europe/Berlin', '2026-10-26T12:00:00Z', 169, '2026-10-19T22:00:00.000Z'],
    ['Beirut, skipped midnight', 'Asia/Beirut', '2026-03-31T12:00:00Z', 167, '2026-03-24T22:00:00.000Z'],
    [
      'Sao Paulo, skipped midnight',
      'America/Sao_Paulo',
      '2018-11-05T12:00:00Z',
      167,
      '2018-10-30T03:00:00.000Z',
    ],
  ])(
    'covers seven days across a clock change, with an equally long previous window: %s',
    (_label, timeZone, now, hours, from) => {
      const { current, previous } = period({}, timeZone, new Date(now))
      expect(current.days).toHaveLength(7)
      expect(current.partialDays).toEqual([])
      expect(current.from.toISOString()).toBe(from)
      expect(current.to.getTime() + 1 - current.from.getTime()).toBe(hours * 3_600_000)
      expect(previous.to.getTime()).toBe(current.from.getTime() - 1)
      expect(previous.to.getTime() - previous.from.getTime()).toBe(
        current.to.getTime() - current.from.getTime(),
      )
      // The hour gained or lost moves the start of the previous window into the middle of a day.
      expect(previous.partialDays).toHaveLength(1)
      expect(previous.partialDays[0]?.from).toEqual(previous.from)
    },
  )
})

describe('D39 a custom range', () => {
  test('of dates covers whole local days', () => {
    const found = period({ dateFrom: '2026-03-07', dateTo: '2026-03-08' }, 'America/New_York')
    expect(instants(found)).toEqual([
      '2026-03-07T05:00:00.000Z',
      '2026-03-09T03:59:59.999Z',
      '2026-03-05T06:00:00.000Z',
      '2026-03-07T04:59:59.999Z',
    ])
    expect(found.current).toMatchObject({ days: ['2026-03-07', '2026-03-08'], partialDays: [] })
    expect(found.previous.days).toEqual(['2026-03-05', '2026-03-06'])
    expect(found.previous.wholeDays).toEqual({ first: '2026-03-06', last: '2026-03-06' })
  })

  test('of date-times has partial days at its ends and whole days between', () => {
    const { current } = period({ dateFrom: '2026-03-01T10:00:00Z', dateTo: '2026-03-04T09:59:59.999Z' })
    expect(current.days).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'])
    expect(current.wholeDays).toEqual({ first: '2026-03-02', last: '2026-03-03' })
    expect(current.partialDays).toEqual([
      { day: '2026-03-01', from: new Date('2026-03-01T10:00:00Z'), to: new Date('2026-03-01T23:59:59.999Z') },
      { day: '2026-03-04', from: new Date('2026-03-04T00:00:00Z'), to: new Date('2026-03-04T09:59:59.999Z') },
    ])
  })

  test('omits a day that the clocks skipped', () => {
    const { current } = period({ dateFrom: '2011-12-29', dateTo: '2012-01-01' }, 'Pacific/Apia')
    expect(current.days).toEqual(['2011-12-29', '2011-12-31', '2012-01-01'])
    expect(current.wholeDays).toEqual({ first: '2011-12-29', last: '2012-01-01' })
    expect(current.partialDays).toEqual([])
  })

  test.each([
    ['2011-12-30', '2011-12-31', ['2011-12-31']],
    ['2011-12-29', '2011-12-30', ['2011-12-29']],
  ])('omits a skipped day at its start or end: %s to %s', (dateFrom, dateTo, days) => {
    const { current } = period({ dateFrom, dateTo }, 'Pacific/Apia')
    expect(current).toMatchObject({ days, partialDays: [] })
  })

  test('within one day is one partial day', () => {
    const { current, previous } = period({ dateFrom: '2026-03-01T10:00:00Z', dateTo: '2026-03-01T10:00:00Z' })
    expect(current.wholeDays).toBeUndefined()
    expect(current.partialDays).toEqual([{ day: '2026-03-01', from: current.from, to: current.to }])
    expect(previous.from.toISOString()).toBe('2026-03-01T09:59:59.999Z')
    expect(previous.to).toEqual(previous.from)
  })

  test('of date-times over exactly one day is that whole day', () => {
    const { current } = period({ dateFrom: '2026-03-01T00:00:00Z', dateTo: '2026-03-01T23:59:59.999Z' })
    expect(current.wholeDays).toEqual({ first: '2026-03-01', last: '2026-03-01' })
    expect(current.partialDays).toEqual([])
  })

  test('overrides the period, which is returned even if invalid (D40)', () => {
    const found = period({ period: 'fortnight', dateFrom: '2026-03-01', dateTo: '2026-03-02' })
    expect(found.name).toBe('fortnight')
    expect(found.current.days).toHaveLength(2)
  })

  test.each([
    ['a time with a numeric offset', '2026-03-01T10:00:00+07:00', 'UTC', '2026-03-01T03:00:00.000Z'],
    ['a time in lowercase', '2026-03-01t10:00:00z', 'UTC', '2026-03-01T10:00:00.000Z'],
    ['a time without seconds', '2026-03-01T10:00Z', 'UTC', '2026-03-01T10:00:00.000Z'],
    [
      'a time in the program time zone',
      '2026-03-01T10:00:00',
      'America/New_York',
      '2026-03-01T15:00:00.000Z',
    ],
    ['a time that the clocks skip', '2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['a time finer than a millisecond', '2026-03-01T10:00:00.0001Z', 'UTC', '2026-03-01T10:00:00.001Z'],
    ['the first supported day', '1970-01-01', 'UTC', '1970-01-01T00:00:00.000Z'],
    ['29 February of a leap year', '2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z'],
    ['a day without a midnight', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['a day without a midnight', '2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
  ])('may start with %s: %s in %s', (_label, dateFrom, timeZone, instant) => {
    const dateTo = `${dateFrom.slice(0, 4)}-12-31`
    expect(period({ dateFrom, dateTo }, timeZone).current.from.toISOString()).toBe(instant)
  })

  test('truncates an end finer than a millisecond', () => {
    const { current } = period({ dateFrom: '2026-03-01', dateTo: '2026-03-01T10:00:00.9999Z' })
    expect(current.to.toISOString()).toBe('2026-03-01T10:00:00.999Z')
  })

  test.each([
    ['UTC', '2021-03-10', '2026-03-13'],
    ['America/New_York, with one more clock change forward than back', '2021-03-10', '2026-03-13'],
    ['Europe/Berlin, with one more clock change back than forward', '2020-09-01', '2025-09-04'],
  ])('may cover 1,830 days, but not one millisecond more: %s', (label, dateFrom, dateTo) => {
    const timeZone = label.split(',')[0] ?? 'UTC'
    const { current } = period({ dateFrom, dateTo }, timeZone)
    expect(current.days).toHaveLength(1830)
    const tooLate = new Date(current.to.getTime() + 1).toISOString()
    expect(decide({ dateFrom, dateTo: tooLate }, timeZone)).toMatchObject({
      kind: 'rejected',
      field: 'dateTo',
    })
  })
})

describe("D39 an invalid range is rejected with the parameter's name", () => {
  test.each<[string, PeriodQuery, string]>([
    ['an unknown period', { period: '14d' }, 'period'],
    ['an empty period', { period: '' }, 'period'],
    ['a period in uppercase', { period: '7D' }, 'period'],
    ['a name that every object inherits', { period: 'constructor' }, 'period'],
    ['dateFrom alone', { dateFrom: '2026-03-01' }, 'dateTo'],
    ['dateTo alone', { dateTo: '2026-03-01' }, 'dateFrom'],
    ['dateFrom alone with a valid period', { period: '30d', dateFrom: '2026-03-01' }, 'dateTo'],
    ['an empty bound', { dateFrom: '', dateTo: '2026-03-01' }, 'dateFrom'],
    ['a relative date', { dateFrom: 'yesterday', dateTo: '2026-03-01' }, 'dateFrom'],
    ['30 February', { dateFrom: '2026-02-30', dateTo: '2026-03-01' }, 'dateFrom'],
    ['29 February of a common year', { dateFrom: '2026-02-01', dateTo: '2026-02-29' }, 'dateTo'],
    ['30 February with a time', { dateFrom: '2026-02-30T00:00:00Z', dateTo: '2026-03-01' }, 'dateFrom'],
    ['hour 24', { dateFrom: '2026-02-01', dateTo: '2026-02-02T24:00:00Z' }, 'dateTo'],
    ['minute 60', { dateFrom: '2026-02-01', dateTo: '2026-02-02T10:60:00Z' }, 'dateTo'],
    ['an offset of 25 hours', { dateFrom: '2026-02-01T00:00:00+25:00', dateTo: '2026-03-01' }, 'dateFrom'],
    ['a time zone in brackets', { dateFrom: '2026-02-01T00:00:00Z[UTC]', dateTo: '2026-03-01' }, 'dateFrom'],
    ['a "+" decoded as a space', { dateFrom: '2026-02-01T00:00:00 02:00', dateTo: '2026-03-01' }, 'dateFrom'],
    ['a Unix timestamp', { dateFrom: '1772323200', dateTo: '2026-03-01' }, 'dateFrom'],
    ['a trailing line break', { dateFrom: '2026-02-01\n', dateTo: '2026-03-01' }, 'dateFrom'],
    ['non-ASCII digits', { dateFrom: '٢٠٢٦-٠٢-٠١', dateTo: '2026-03-01' }, 'dateFrom'],
    ['a year before 1970', { dateFrom: '1969-12-31', dateTo: '1970-01-02' }, 'dateFrom'],
    ['year 0', { dateFrom: '0000-01-01', dateTo: '0000-01-02' }, 'dateFrom'],
    ['year 9999', { dateFrom: '9999-12-30', dateTo: '9999-12-31' }, 'dateFrom'],
    ['an end in year 9999', { dateFrom: '2026-03-01', dateTo: '9999-12-31' }, 'dateTo'],
    ['a year beyond the range of Date', { dateFrom: '+275760-09-13', dateTo: '+275760-09-13' }, 'dateFrom'],
    ['a negative year', { dateFrom: '-000001-01-01', dateTo: '2026-03-01' }, 'dateFrom'],
    ['from after to', { dateFrom: '2026-03-02', dateTo: '2026-03-01' }, 'dateFrom'],
    [
      'from 1 ms after to',
      { dateFrom: '2026-03-01T00:00:00.001Z', dateTo: '2026-03-01T00:00:00Z' },
      'dateFrom',
    ],
    ['1,831 days', { dateFrom: '2021-03-10', dateTo: '2026-03-14' }, 'dateTo'],
    ['an unknown comparison', { compare: 'month' }, 'compare'],
    ['an empty comparison', { compare: '' }, 'compare'],
    ['a disabled comparison', { compare: 'none' }, 'compare'],
    ['compareFrom alone', { compareFrom: '2026-02-01' }, 'compareTo'],
    ['compareTo alone', { period: '30d', compareTo: '2026-02-01' }, 'compareFrom'],
    ['custom dates with a named comparison', { compare: 'year', compareFrom: '2026-02-01' }, 'compare'],
    [
      'a comparison that ends on 30 February',
      { compareFrom: '2026-02-01', compareTo: '2026-02-30' },
      'compareTo',
    ],
    ['compareFrom after compareTo', { compareFrom: '2026-02-02', compareTo: '2026-02-01' }, 'compareFrom'],
    ['a comparison of 1,831 days', { compareFrom: '2021-03-10', compareTo: '2026-03-14' }, 'compareTo'],
  ])('%s', (_label, query, field) => {
    expect(decide(query)).toMatchObject({ kind: 'rejected', field })
  })
})

describe('a comparison', () => {
  const range = { dateFrom: '2026-03-01', dateTo: '2026-03-10' }

  test('is with the previous window by default', () => {
    expect(period({ ...range, compare: 'previous' })).toEqual(period(range))
  })

  test('with the previous year covers the same whole days in the program time zone', () => {
    const { current, previous } = period({ ...range, compare: 'year' }, 'America/New_York')
    expect(previous.days[0]).toBe('2025-03-01')
    expect(previous.wholeDays).toEqual({ first: '2025-03-01', last: '2025-03-10' })
    expect([current.days.length, previous.days.length]).toEqual([10, 10])
  })

  test('of "all" with the previous year starts a year before the program was created', () => {
    expect(period({ period: 'all', compare: 'year' }).previous.days[0]).toBe('2025-01-15')
  })

  test('with custom dates can have any length, overlap the range and end in the future', () => {
    const customRange = { compareFrom: '2026-03-08', compareTo: '2026-04-08T10:00:00' }
    const { current, previous } = period({ ...range, ...customRange }, 'Europe/Berlin')
    expect(current).toEqual(period(range, 'Europe/Berlin').current)
    expect([previous.from, previous.to].map((at) => at.toISOString())).toEqual([
      '2026-03-07T23:00:00.000Z',
      '2026-04-08T08:00:00.000Z',
    ])
    expect(previous.days).toHaveLength(32)
    expect(previous.partialDays).toHaveLength(1)
  })
})

test('D39 whole and partial days cover the range without gaps or overlaps (property)', () => {
  const zones = fc.constantFrom(
    'UTC',
    'America/New_York',
    'Europe/Berlin',
    'Asia/Beirut',
    'Australia/Lord_Howe',
  )
  const start = fc.date({ min: new Date('2020-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 40 * 86_400_000 }), zones, (from, lengthMs, timeZone) => {
      const to = new Date(from.getTime() + lengthMs)
      const found = period({ dateFrom: from.toISOString(), dateTo: to.toISOString() }, timeZone)
      for (const window of [found.current, found.previous]) {
        const { days, partialDays, wholeDays } = window
        expect(days[0]).toBe(reportDay(window.from, timeZone))
        expect(days.at(-1)).toBe(reportDay(window.to, timeZone))
        const inWholeDays = days.filter(
          (day) => wholeDays !== undefined && day >= wholeDays.first && day <= wholeDays.last,
        )
        expect([...inWholeDays, ...partialDays.map(({ day }) => day)].sort()).toEqual(days)
        for (const part of partialDays) {
          expect(reportDay(part.from, timeZone)).toBe(part.day)
          expect(reportDay(part.to, timeZone)).toBe(part.day)
          expect(part.from.getTime()).toBeGreaterThanOrEqual(window.from.getTime())
          expect(part.to.getTime()).toBeLessThanOrEqual(window.to.getTime())
        }
      }
      expect(found.previous.to.getTime()).toBe(from.getTime() - 1)
      expect(found.previous.to.getTime() - found.previous.from.getTime()).toBe(lengthMs)
    }),
  )
})
