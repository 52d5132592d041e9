import { expect, test } from 'vitest'
import { isHeld } from './entity-tag.rule.ts'

test.each([
  ['no match without the header', undefined, '"a"', false],
  ['no match with an empty header', '', '"a"', false],
  ['match for the same tag', '"a"', '"a"', true],
  ['no match for another tag', '"b"', '"a"', false],
  ['no match for a tag with the same prefix', '"ab"', '"a"', false],
  ['no match for a tag without quotes', 'a', '"a"', false],
  ['match for a weak tag and the same strong tag', 'W/"a"', '"a"', true],
  ['match for a strong tag and the same weak tag', '"a"', 'W/"a"', true],
  ['match for two weak tags', 'W/"a"', 'W/"a"', true],
  ['match for one of several tags', '"b", W/"a" , "c"', '"a"', true],
  ['no match for other tags', '"b", "c"', '"a"', false],
  ['match for any tag', '*', '"a"', true],
])('%s', (_name, ifNoneMatch, etag, expected) => {
  expect(isHeld(ifNoneMatch, etag)).toBe(expected)
})
