import { expect, it } from 'vitest'
import { pageAddress } from './page-address.ts'

const SITE = 'https://www.shop.test/?lang=en'

it.each([
  ['', '', 'https://www.shop.test/?lang=en&aff=pat'],
  ['/plans', '', 'https://www.shop.test/plans?aff=pat'],
  ['plans', '', 'https://www.shop.test/plans?aff=pat'],
  ['plans/pro?a=1#top', '', 'https://www.shop.test/plans/pro?a=1&aff=pat#top'],
  ['pricing.html', '', 'https://www.shop.test/pricing.html?aff=pat'],
  ['?a=1', '', 'https://www.shop.test/?a=1&aff=pat'],
  ['https://www.shop.test/plans', '', 'https://www.shop.test/plans?aff=pat'],
  ['shop.test/plans', 'news', 'https://shop.test/plans?aff=pat&sub=news'],
  ['https://blog.shop.test/a?b=c#d', ' a b ', 'https://blog.shop.test/a?b=c&aff=pat&sub=a+b#d'],
  ['/plans?a=1;b=2', '', 'https://www.shop.test/plans?a=1;b=2&aff=pat'],
  ['/?about', 'x', 'https://www.shop.test/?about&aff=pat&sub=x'],
  ['https://shop.test/?aff=other', '', 'https://shop.test/?aff=pat'],
])('builds the URL for %j with the sub-ID %j: %s', (page, sub, address) => {
  expect(pageAddress(SITE, { page, code: 'pat', sub })).toEqual({ kind: 'address', address })
})

it.each([
  ['https://evil.example/', 'Only pages on www.shop.test count'],
  ['//evil.example/', 'Only pages on'],
  ['evil.example', 'Only pages on'],
  ['evil.example/plans', 'Only pages on'],
  ['https://notshop.test/', 'Only pages on'],
  ['https://shop.test.evil.example/', 'Only pages on'],
  ['javascript:alert(1)', 'valid URL'],
  ['not an address', 'valid URL'],
])('rejects %j', (page, message) => {
  expect(pageAddress(SITE, { page, code: 'pat', sub: '' })).toEqual({
    kind: 'rejected',
    message: expect.stringContaining(message),
  })
})
