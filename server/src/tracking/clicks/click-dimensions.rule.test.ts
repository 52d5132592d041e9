import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clickDevice,
  clickPage,
  clickReferrer,
  hashDimension,
  parseSize,
  parseUserAgent,
} from './click-dimensions.rule.ts'

const parsePage = (page_url: string | undefined, affiliate_url: string | undefined = undefined) =>
  clickPage({ page_url, affiliate_url, page_title: undefined })
const parseDevice = (language: string) =>
  clickDevice(
    {
      language,
      user_agent: undefined,
      timezone: undefined,
      screen_resolution: undefined,
      viewport_size: undefined,
    },
    undefined,
  )

describe('a click’s page', () => {
  it.each([
    ['https://shop.test/a/b?x=1#y', 'shop.test/a/b'],
    ['https://shop.test/', 'shop.test'],
    ['not an address', undefined],
    ['a:', undefined],
    [`https://shop.test/${'x'.repeat(2_000)}`, `shop.test/${'x'.repeat(490)}`],
  ])('of %s is stored as %s', (page_url, landing_page) => {
    expect(parsePage(page_url)).toMatchObject({ page_url, landing_page })
  })

  it('is the clicked URL by default', () => {
    const address = 'https://shop.test/a?aff=ada'
    expect(parsePage(undefined, address)).toMatchObject({
      affiliate_url: address,
      landing_page: 'shop.test/a',
    })
    expect(parsePage('https://shop.test/b', address)).toMatchObject({ landing_page: 'shop.test/b' })
    expect(parsePage(undefined)).toBeUndefined()
  })

  it.each([
    ['sub=spring%20sale', 'spring sale'],
    ['sub=a+b', 'a b'],
    ['sub=%E0%A4%A', '%E0%A4%A'],
    ['sub=a%00b', 'a\ufffdb'],
    ['x=1&sub=a#b', 'a'],
    ['sub=', undefined],
    ['xsub=a', undefined],
  ])('has the sub-ID in the query %s: %s', (query, sub_id) => {
    expect(parsePage(undefined, `https://shop.test/?${query}`)?.sub_id).toBe(sub_id)
  })
})

it.each([
  ['https://www.blog.test/post/1', 'blog.test'],
  ['https://Blog.test:8080/', 'blog.test'],
  ['android-app://com.news/', 'com.news'],
  ['nowhere', undefined],
])('clickReferrer maps the referrer %s to the site %s', (url, site) => {
  expect(clickReferrer(url)).toEqual({ referrer_url: url, referrer_site: site })
})

it.each([undefined, '', '  '])('clickReferrer returns no referrer for %j', (url) => {
  expect(clickReferrer(url)).toBeUndefined()
})

it.each([
  ['de-AT', 'de', 'AT'],
  ['EN', 'en', undefined],
  ['zh-Hans-CN', 'zh', 'CN'],
  ['en_US', 'en', 'US'],
  ['*', undefined, undefined],
])('clickDevice parses the language %s as the code %s and country %s', (language, language_code, country) => {
  expect(parseDevice(language)).toMatchObject({ language, language_code, country })
})

describe('a user agent', () => {
  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
      ['Safari', 'iOS', 'phone'],
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
      ['Safari', 'iOS', 'tablet'],
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile Safari/537.36',
      ['Chrome', 'Android', 'phone'],
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36',
      ['Chrome', 'Android', 'tablet'],
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36',
      ['Chrome', 'Windows', 'computer'],
    ],
    [
      'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 Version/7.0 TV Safari/537.36',
      ['Tizen', 'Tizen', 'other'],
    ],
    ['curl/8.5', [undefined, undefined, 'other']],
    [' ', [undefined, undefined, 'other']],
  ])('%s', (text, [browser, os, device]) => {
    expect(parseUserAgent(text)).toEqual({ browser, os, device })
  })

  it('is parsed within milliseconds at its maximum length, even if repetitive', () => {
    for (const part of ['Mozilla/5.0 ', '/ ', ' 1.', '(', '\t', 'iphone ', 'windows nt ', 'android;', 'a']) {
      const text = part.repeat(512).slice(0, 512)
      const startedAt = performance.now()
      parseUserAgent(text)
      expect(performance.now() - startedAt).toBeLessThan(50)
    }
  })
})

it.each([
  ['1920x1080', { width: 1920, height: 1080 }],
  ['0x0', { width: 0, height: 0 }],
  ['01x2', undefined],
  ['40000x1', undefined],
  ['1920 x 1080', undefined],
  [undefined, undefined],
])('parseSize parses %s as %o', (text, size) => {
  expect(parseSize(text)).toEqual(size)
})

it('hashDimension returns another ID for the same content on another attempt', () => {
  expect(hashDimension('a', 0)).toEqual(hashDimension('a', 0))
  expect(hashDimension('a', 1).id).not.toBe(hashDimension('a', 0).id)
})

it('parsing a click’s dimensions never fails on visitor input and returns no empty values', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
      const { device: _, ...agent } = parseUserAgent(text)
      const values = { ...parsePage(text, text), ...clickReferrer(text), ...parseDevice(text), ...agent }
      for (const [name, value] of Object.entries(values))
        if (value !== text) expect([name, value]).not.toEqual([name, ''])
    }),
  )
})
