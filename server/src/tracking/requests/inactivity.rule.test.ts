import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter } from '../../core/time/report-day.rule.ts'
import { findInactivity } from './inactivity.rule.ts'

/** Returns consecutive days with these counts. The last number is today's. */
function days(recorded: readonly number[], rejectedCounts: readonly number[] = []) {
  return recorded.map((count, index) => ({
    day: dayAfter('2026-03-01', index),
    recorded: count,
    requests: count + (rejectedCounts[index] ?? 0),
  }))
}

const repeatCount = (count: number, days: number) => Array.from({ length: days }, () => count)
const WEEKS = [40, 40, 40, 40, 40, 0, 0]

describe('findInactivity', () => {
  it.each<[string, number[], { days: number; usual: number } | undefined]>([
    [
      'three inactive days after about 40 requests a day',
      [...repeatCount(40, 20), 0, 0, 0, 0],
      { days: 3, usual: 40 },
    ],
    ['one whole inactive day', [...repeatCount(40, 20), 0, 0], { days: 1, usual: 40 }],
    ['only today, which isn’t over yet', [...repeatCount(40, 20), 0], undefined],
    ['an inactive period ended by a request today', [...repeatCount(40, 20), 0, 0, 0, 1], undefined],
    ['less than a week of data', [...repeatCount(40, 6), 0, 0, 0, 0], undefined],
    ['exactly seven days of data', [...repeatCount(40, 7), 0, 0, 0, 0], { days: 3, usual: 40 }],
    [
      'days before the first request, which do not count',
      [...repeatCount(0, 10), ...repeatCount(40, 6), 0, 0, 0],
      undefined,
    ],
    [
      'a shop that is closed on weekends, on Sunday',
      [...WEEKS, ...WEEKS, ...repeatCount(40, 5), 0, 0],
      undefined,
    ],
    [
      'a shop that is closed on weekends, on Monday',
      [...WEEKS, ...WEEKS, ...repeatCount(40, 5), 0, 0, 0],
      undefined,
    ],
    [
      'a shop that is closed on weekends, on Tuesday',
      [...WEEKS, ...WEEKS, ...repeatCount(40, 5), 0, 0, 0, 0],
      { days: 3, usual: 32 },
    ],
    [
      'four inactive days after one request a day, which may be chance',
      [...repeatCount(1, 20), ...repeatCount(0, 5)],
      undefined,
    ],
    [
      'five inactive days after one request a day, which are not',
      [...repeatCount(1, 20), ...repeatCount(0, 6)],
      { days: 5, usual: 1 },
    ],
    ['no requests at all', repeatCount(0, 35), undefined],
    ['no days', [], undefined],
  ])('%s', (_name, recorded, expected) => {
    const found = findInactivity('sale', days(recorded))
    expect(found && { days: found.days, usual: found.usual }).toEqual(expected)
  })

  it('returns the start of the inactive period and the number of requests rejected since then', () => {
    const rejectedCounts = [...repeatCount(0, 21), 7, 5, 2]
    expect(findInactivity('sale', days([...repeatCount(40, 20), 0, 0, 0, 0], rejectedCounts))).toEqual({
      type: 'sale',
      lastDay: '2026-03-20',
      days: 3,
      usual: 40,
      rejected: 14,
    })
  })

  it('never includes a day with a recorded request', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 35 }), (recorded) => {
        const found = findInactivity('lead', days(recorded))
        if (found === undefined) return
        expect(recorded.slice(-found.days - 1)).toEqual(repeatCount(0, found.days + 1))
        expect(recorded.at(-found.days - 2)).toBeGreaterThan(0)
      }),
    )
  })
})
