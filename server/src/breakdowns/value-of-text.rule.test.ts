import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOfText } from './value-of-text.rule.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile Safari/537.36'
const TAB = 'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15'
const TV = 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 Version/7.0 TV Safari/537.36'

describe('valueOfText', () => {
  it.each([
    ['landingPage', 'https://shop.test/a/b?x=1#y', 'shop.test/a/b'],
    ['landingPage', 'https://shop.test/', 'shop.test'],
    ['landingPage', 'not an address', null],
    ['landingPage', 'a:', null],
    ['referrer', 'https://www.blog.test/post/1', 'blog.test'],
    ['referrer', 'https://Blog.test:8080/', 'blog.test'],
    ['referrer', 'android-app://com.news/', 'com.news'],
    ['language', 'de-AT', 'de'],
    ['language', 'EN', 'en'],
    ['language', 'zh-Hans-CN', 'zh'],
    ['language', '*', null],
    ['country', 'de-at', 'AT'],
    ['country', 'zh-Hans-CN', 'CN'],
    ['country', 'en_US', 'US'],
    ['country', 'de', null],
    ['device', IPHONE, 'phone'],
    ['device', PIXEL, 'phone'],
    ['device', IPAD, 'tablet'],
    ['device', TAB, 'tablet'],
    ['device', WINDOWS, 'computer'],
    ['device', MAC, 'computer'],
    ['device', TV, 'other'],
    ['device', 'curl/8.5', 'other'],
    ['subId', 'spring%20sale', 'spring sale'],
    ['subId', 'a+b', 'a b'],
    ['subId', '%E0%A4%A', '%E0%A4%A'],
    ['subId', 'a%00b', 'a\ufffdb'],
    ['landingPage', `https://shop.test/${'x'.repeat(2_000)}`, `shop.test/${'x'.repeat(490)}`],
    ['subId', '', null],
    ['product', 'p-1', 'p-1'],
    ['product', null, null],
  ] as const)('%s of %s is %s', (dimension, text, value) => {
    expect(valueOfText(dimension, text)).toBe(value)
  })

  it('never fails, whatever a visitor sends, and never answers an empty value', () => {
    const dimension = fc.constantFrom(
      ...(['landingPage', 'referrer', 'language', 'country', 'device', 'subId'] as const),
    )
    fc.assert(
      fc.property(
        dimension,
        fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: 'binary' })),
        (by, text) => {
          expect(valueOfText(by, text)).not.toBe('')
        },
      ),
    )
  })
})
