import { expect, test } from 'vitest'
import { isHeld } from './entity-tag.rule.ts'

test.each([
  ['no match without the header', undefined, '"a"', false],
  ['no match with an empty header', '', '"a"', false],
  ['the same tag', '"a"', '"a"', true],
  ['another tag', '"b"', '"a"', false],
  ['a tag with the same prefix', '"ab"', '"a"', false],
  ['a tag without its quotes', 'a', '"a"', false],
  ['a weak tag matching a strong one', 'W/"a"', '"a"', true],
  ['a strong tag matching a weak one', '"a"', 'W/"a"', true],
  ['both weak', 'W/"a"', 'W/"a"', true],
  ['one of several', '"b", W/"a" , "c"', '"a"', true],
  ['none of several', '"b", "c"', '"a"', false],
  ['any', '*', '"a"', true],
])('%s', (_name, ifNoneMatch, etag, expected) => {
  expect(isHeld(ifNoneMatch, etag)).toBe(expected)
})
