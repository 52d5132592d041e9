import { expect, test } from 'vitest'
import { withParameter } from './address-parameter.ts'

test.each([
  ['https://a.test/', 'https://a.test/?aff=pat'],
  ['https://a.test/?', 'https://a.test/?aff=pat'],
  ['https://a.test/?a=1;b=2', 'https://a.test/?a=1;b=2&aff=pat'],
  ['https://a.test/?about', 'https://a.test/?about&aff=pat'],
  ['https://a.test/?q=a%20b+c&x=%7E', 'https://a.test/?q=a%20b+c&x=%7E&aff=pat'],
  ['https://a.test/?next=/a?b=c', 'https://a.test/?next=/a?b=c&aff=pat'],
  ['https://a.test/?a&aff=old&b#top?x', 'https://a.test/?a&b&aff=pat#top?x'],
  ['https://a.test/?affix=1', 'https://a.test/?affix=1&aff=pat'],
])('adds a parameter to %s and keeps its query', (address, changed) => {
  expect(withParameter(address, 'aff', 'pat')).toBe(changed)
})

test('encodes the value', () => {
  expect(withParameter('https://a.test/', 'sub', 'a b&c')).toBe('https://a.test/?sub=a+b%26c')
})
