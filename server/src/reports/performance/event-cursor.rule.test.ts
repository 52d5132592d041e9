import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatEventCursor, parseEventCursor } from './event-cursor.rule.ts'

const cursor = { received_at: new Date('2026-03-10T12:00:00.123Z'), type: 'lead', id: 42 } as const
const encode = (text: string) => Buffer.from(text).toString('base64url')

test('a cursor round-trips (property)', () => {
  const cursors = fc.record({
    received_at: fc.date({ min: new Date(0), max: new Date('5000-01-01'), noInvalidDate: true }),
    type: fc.constantFrom('click' as const, 'lead' as const, 'sale' as const),
    id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  })
  fc.assert(
    fc.property(cursors, (one) => {
      expect(parseEventCursor(formatEventCursor(one))).toEqual(one)
    }),
  )
})

test.each([
  ['nothing', ''],
  ['words', 'next please'],
  ['truncated', formatEventCursor(cursor).slice(0, -2)],
  ['with Base64 padding', `${formatEventCursor(cursor)}=`],
  ['with a space', `${formatEventCursor(cursor).slice(0, 4)} ${formatEventCursor(cursor).slice(4)}`],
  ['another type', encode('1773144000123.payout.42')],
  ['without an ID', encode('1773144000123.lead.')],
  ['id 0', encode('1773144000123.lead.0')],
  ['a negative ID', encode('1773144000123.lead.-1')],
  ['an ID beyond 2^53', encode('1773144000123.lead.9007199254740993')],
  ['a time beyond Date', encode('999999999999999999.lead.1')],
  ['SQL', encode('1773144000123.lead.1;drop table programs')],
])('rejects a broken cursor: %s', (_label, text) => {
  expect(parseEventCursor(text)).toBeUndefined()
})

test('accepts nothing but cursors (property)', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = parseEventCursor(text)
      if (found !== undefined) expect(formatEventCursor(found)).toBe(text)
    }),
  )
})
