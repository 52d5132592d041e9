import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPartnerCursor, parsePartnerCursor } from './partner-cursor.rule.ts'
import { isTextSort, PARTNER_SORTS } from './partner-order.ts'

const most = { maxChars: 20 }
const encode = (text: string) => Buffer.from(text).toString('base64url')
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

test.each(PARTNER_SORTS)('a cursor round-trips, by %s (property)', (order) => {
  const value =
    order === 'createdAt'
      ? fc.nat().map(String)
      : isTextSort(order)
        ? fc.string({ unit: 'grapheme', maxLength: 3 }).filter((text) => !text.includes('\0'))
        : fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }).map(String)
  fc.assert(
    fc.property(fc.record({ value, id }), (place) => {
      fc.pre([...place.value].length <= most.maxChars)
      expect(parsePartnerCursor(formatPartnerCursor(order, place), order, most)).toEqual(place)
    }),
  )
})

test.each([
  ['nothing', ''],
  ['words', 'next please'],
  ['a cursor for another order', formatPartnerCursor('leads', { value: '3', id: 7 })],
  ['a value without a number', encode('clicks.7.')],
  ['text instead of a number', encode('clicks.7.many')],
  ['a number with a leading zero', encode('clicks.7.03')],
  ['a number larger than any sum', encode(`clicks.7.${'9'.repeat(39)}`)],
  ['id 0', encode('clicks.0.3')],
  ['an ID beyond 2^53', encode('clicks.9007199254740993.3')],
  ['with padding', `${formatPartnerCursor('clicks', { value: '3', id: 7 })}=`],
  ['SQL', encode('clicks.7.3;drop table partners')],
])('rejects a broken cursor: %s', (_label, text) => {
  expect(parsePartnerCursor(text, 'clicks', most)).toBeUndefined()
})

test.each([
  ['before 1970', '-1'],
  ['later than any date of the database', '9'.repeat(37)],
])('rejects a time that is %s', (_label, value) => {
  expect(parsePartnerCursor(encode(`createdAt.7.${value}`), 'createdAt', most)).toBeUndefined()
})

test.each([
  ['a NUL', 'a\0b'],
  ['too long', 'x'.repeat(21)],
])('rejects a value that no row can have: %s', (_label, value) => {
  expect(parsePartnerCursor(formatPartnerCursor('name', { value, id: 7 }), 'name', most)).toBeUndefined()
})
