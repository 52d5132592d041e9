import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../core/time/time.ts'
import { isWithinWindow } from './attribution-window.rule.ts'

const CLICKED_AT = new Date('2026-01-01T00:00:00.000Z')

describe('the attribution window (D27)', () => {
  it.each([
    ['the click itself', 0, true],
    ['the last millisecond', 60 * DAY_MS, true],
    ['a millisecond later', 60 * DAY_MS + 1, false],
  ])('%s', (_label, ageMs, isWithin) => {
    expect(isWithinWindow(CLICKED_AT, new Date(CLICKED_AT.getTime() + ageMs), 60)).toBe(isWithin)
  })

  it('includes its last millisecond but not the one after, for any length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 }), (days) => {
        const end = CLICKED_AT.getTime() + days * DAY_MS
        expect(isWithinWindow(CLICKED_AT, new Date(end), days)).toBe(true)
        expect(isWithinWindow(CLICKED_AT, new Date(end + 1), days)).toBe(false)
      }),
    )
  })
})
