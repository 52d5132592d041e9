import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../core/time/time.ts'
import { moveForward, parseDuration } from './clock-duration.rule.ts'

const LIMITS = { clockDaysEach: 366, clockDaysAhead: 1_830 }
const NOW = new Date('2026-03-10T12:00:00.000Z')

function move(text: string, { now = NOW, aheadMs = 0, timeZone = 'UTC' } = {}) {
  const duration = parseDuration(text)
  return duration === undefined ? 'none' : moveForward({ now, aheadMs, timeZone }, duration, LIMITS)
}
const moveTo = (text: string, from?: Parameters<typeof move>[1]) => {
  const moved = move(text, from)
  return moved !== 'none' && moved.kind === 'moved' ? moved.now.toISOString() : moved
}

describe('moves a clock by an ISO 8601 duration', () => {
  it.each([
    ['P30D', '2026-04-09T12:00:00.000Z'],
    ['PT12H', '2026-03-11T00:00:00.000Z'],
    ['P1M', '2026-04-10T12:00:00.000Z'],
    ['P1Y', '2027-03-10T12:00:00.000Z'],
    ['P1W', '2026-03-17T12:00:00.000Z'],
    ['P1DT0.001S', '2026-03-11T12:00:00.001Z'],
    ['P366D', '2027-03-11T12:00:00.000Z'],
  ])('%s → %s', (text, instant) => {
    expect(moveTo(text)).toBe(instant)
  })

  it.each([
    '',
    'P',
    'PT',
    'P0D',
    'PT0S',
    '-P1D',
    '+P1D',
    'P-1D',
    'P1.5D',
    'PT0.0001S',
    'P1H',
    'p1d',
    '30',
    'P1D ',
  ])('rejects %j', (text) => {
    expect(move(text)).toBe('none')
  })

  it('counts months and days by the program’s calendar', () => {
    const berlin = { now: new Date('2026-03-28T12:00:00.000Z'), timeZone: 'Europe/Berlin' }
    // The night before the 29th has 23 hours.
    expect(moveTo('P1D', berlin)).toBe('2026-03-29T11:00:00.000Z')
    expect(moveTo('PT24H', berlin)).toBe('2026-03-29T12:00:00.000Z')
    expect(moveTo('P1M', { now: new Date('2026-01-31T00:00:00.000Z') })).toBe('2026-02-28T00:00:00.000Z')
  })

  it('limits each move, and the total', () => {
    expect(move('P367D')).toEqual({ kind: 'too_far', most: 'at_once', days: 366 })
    expect(move('P99Y')).toEqual({ kind: 'too_far', most: 'at_once', days: 366 })
    expect(move('P1D', { aheadMs: 1_829 * DAY_MS })).toMatchObject({ kind: 'moved' })
    expect(move('P2D', { aheadMs: 1_829 * DAY_MS })).toEqual({ kind: 'too_far', most: 'in_all', days: 1_830 })
  })

  it('adds the same amount to the time and to the offset from real time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 86_399 }), (days, seconds) => {
        const moved = move(`P${days}DT${seconds}S`, { aheadMs: DAY_MS, timeZone: 'America/New_York' })
        if (moved === 'none' || moved.kind !== 'moved') throw new Error('the clock did not move')
        expect(moved.now.getTime() - NOW.getTime()).toBe(moved.aheadMs - DAY_MS)
        expect(moved.aheadMs).toBeGreaterThan(DAY_MS)
      }),
    )
  })
})
