import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarDays, dayAfter } from '../core/time/report-day.rule.ts'
import { periodStart, splitIntoPeriods } from './roll-up-periods.rule.ts'

const dayArbitrary = fc.integer({ min: -400, max: 30_000 }).map((days) => dayAfter('1970-01-01', days))

describe('roll-up periods', () => {
  test.each([
    ['1970-01-01', 8, '1970-01-01'],
    ['1970-01-08', 8, '1970-01-01'],
    ['1970-01-09', 8, '1970-01-09'],
    ['1969-12-31', 8, '1969-12-24'],
    ['1970-03-05', 64, '1970-01-01'],
    ['1970-03-06', 64, '1970-03-06'],
    ['2026-11-23', 8, '2026-11-19'],
    ['2026-11-23', 64, '2026-10-10'],
  ] as const)('contain the day %s in a period of %i days that begins on %s', (day, days, start) => {
    expect(periodStart(day, days)).toBe(start)
  })

  test.each([
    ['fewer days than a period', '2026-11-04', '2026-11-06', 3, undefined],
    ['many days without a complete period', '2026-11-12', '2026-11-25', 14, undefined],
    ['one period', '2026-11-19', '2026-11-26', 0, { 8: ['2026-11-19'], 64: [] }],
    ['one long period', '2026-10-10', '2026-12-12', 0, { 8: [], 64: ['2026-10-10'] }],
    [
      'a long period, a short one on each side, and a day on each side',
      '2026-10-01',
      '2026-12-21',
      2,
      { 8: ['2026-10-02', '2026-12-13'], 64: ['2026-10-10'] },
    ],
  ])('%s', (_, first, last, days, firsts) => {
    const periods = splitIntoPeriods(first, last)
    expect(periods.days).toHaveLength(days)
    expect(periods.blocks?.firsts).toEqual(firsts)
  })

  test('cover each day once, in few parts for any number of days, and match the requested range', () => {
    fc.assert(
      fc.property(dayArbitrary, fc.integer({ min: 0, max: 1_830 }), (first, more) => {
        const last = dayAfter(first, more)
        const { days, blocks } = splitIntoPeriods(first, last)
        const rolledUpDays = Object.entries(blocks?.firsts ?? {}).flatMap(([size, firsts]) =>
          firsts.flatMap((begin) => calendarDays(begin, dayAfter(begin, Number(size) - 1))),
        )
        expect([...days, ...rolledUpDays].sort()).toEqual(calendarDays(first, last))
        expect(rolledUpDays.sort()).toEqual(
          blocks === undefined ? [] : calendarDays(blocks.first, blocks.last),
        )
        expect(days.length).toBeLessThanOrEqual(14)
        expect(blocks?.firsts[8].length ?? 0).toBeLessThanOrEqual(14)
      }),
    )
  })
})
