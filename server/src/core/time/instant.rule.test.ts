import { describe, expect, it } from 'vitest'
import { parseInstant } from './instant.rule.ts'

describe('parseInstant requires RFC 3339 with an offset (D10)', () => {
  it.each([
    ['the offset Z', '2026-03-10T12:00:00Z', '2026-03-10T12:00:00.000Z'],
    ['lowercase letters', '2026-03-10t12:00:00z', '2026-03-10T12:00:00.000Z'],
    ['a positive offset', '2026-03-10T12:00:00+05:30', '2026-03-10T06:30:00.000Z'],
    ['a negative offset across midnight', '2026-03-10T22:00:00-08:00', '2026-03-11T06:00:00.000Z'],
    ['milliseconds', '2026-03-10T12:00:00.007Z', '2026-03-10T12:00:00.007Z'],
    ['tenths of a second', '2026-03-10T12:00:00.5Z', '2026-03-10T12:00:00.500Z'],
    ['nanoseconds, truncated to milliseconds', '2026-03-10T12:00:00.123999999Z', '2026-03-10T12:00:00.123Z'],
    ['29 February of a leap year', '2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['the last second of a day', '2026-12-31T23:59:59Z', '2026-12-31T23:59:59.000Z'],
  ])('accepts %s', (_label, text, instant) => {
    expect(parseInstant(text)?.toISOString()).toBe(instant)
  })

  it.each([
    ['a missing offset', '2026-03-10T12:00:00'],
    ['a date only', '2026-03-10'],
    ['30 February', '2026-02-30T12:00:00Z'],
    ['29 February of a common year', '2026-02-29T12:00:00Z'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['hour 24', '2026-03-10T24:00:00Z'],
    ['minute 60', '2026-03-10T12:60:00Z'],
    ['a leap second', '2026-06-30T23:59:60Z'],
    ['an offset of 24 hours', '2026-03-10T12:00:00+24:00'],
    ['an offset without a colon', '2026-03-10T12:00:00+0530'],
    ['a space instead of the T', '2026-03-10 12:00:00Z'],
    ['an expanded year', '+012026-03-10T12:00:00Z'],
    ['ten fraction digits', '2026-03-10T12:00:00.1234567890Z'],
    ['a trailing line break', '2026-03-10T12:00:00Z\n'],
    ['a Unix timestamp', '1773144000'],
    ['empty text', ''],
  ])('rejects %s', (_label, text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})
