import { expect, test } from 'vitest'
import { isHeld } from './entity-tag.rule.ts'

test.each([
  ['nothing is held without the header', undefined, '"a"', false],
  ['nothing is held by an empty header', '', '"a"', false],
  ['the same tag', '"a"', '"a"', true],
  ['another tag', '"b"', '"a"', false],
  ['a tag that begins alike', '"ab"', '"a"', false],
  ['a tag without its quotes', 'a', '"a"', false],
  ['a weak tag of a strong one', 'W/"a"', '"a"', true],
  ['a strong tag of a weak one', '"a"', 'W/"a"', true],
  ['both weak', 'W/"a"', 'W/"a"', true],
  ['one of several', '"b", W/"a" , "c"', '"a"', true],
  ['none of several', '"b", "c"', '"a"', false],
  ['any', '*', '"a"', true],
])('%s', (_name, ifNoneMatch, etag, expected) => {
  expect(isHeld(ifNoneMatch, etag)).toBe(expected)
})
