import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAffiliateUrl, shortenAddress, withoutUserInfo } from './affiliate-url.rule.ts'

const readUrl = (url: string) => readAffiliateUrl(url, { maxCodes: 10, maxCodeLength: 255 })

describe('readAffiliateUrl reads the codes of aff, then ref, then via (D14, D59)', () => {
  it.each<[string, string, ...string[]]>([
    ['aff', 'https://shop.test/?aff=ada', 'ada'],
    ['ref', 'https://shop.test/?ref=ada', 'ada'],
    ['via', 'https://shop.test/?via=ada', 'ada'],
    ['aff before ref and via, in any order', 'https://shop.test/?via=v&ref=r&aff=a', 'a', 'r', 'v'],
    ['ref before via', 'https://shop.test/?via=v&ref=r', 'r', 'v'],
    ['an empty aff is skipped', 'https://shop.test/?aff=&ref=r', 'r'],
    ['a blank aff is skipped', 'https://shop.test/?aff=%20&via=v', 'v'],
    ['an empty ref is skipped for another ref', 'https://shop.test/?ref=&ref=r', 'r'],
    [
      'two parameters with the same name, in order',
      'https://shop.test/?aff=one&ref=r&aff=two',
      'one',
      'two',
      'r',
    ],
    ['the same value twice', 'https://shop.test/?aff=ada&ref=ada', 'ada'],
    [
      'a suffix that blog software appends',
      'https://shop.test/?via=ada&ref=blog.example',
      'blog.example',
      'ada',
    ],
    ['in the hash', 'https://shop.test/#aff=ada', 'ada'],
    ['the query in the hash of a single-page app', 'https://shop.test/#/a?x=1&aff=ada', 'ada'],
    ['the query first, then the hash', 'https://shop.test/?aff=one#/a?aff=two', 'one', 'two'],
    ['escaped for HTML', 'https://shop.test/?x=1&amp;aff=ada', 'ada'],
    ['escaped twice', 'https://shop.test/?x=1&amp;amp;aff=ada', 'ada'],
    ['HTML-escaped, in the hash', 'https://shop.test/#/a?x=1&amp;aff=ada', 'ada'],
    ['after a second question mark', 'https://shop.test/?x=1?aff=ada', 'ada'],
    ['before a second question mark', 'https://shop.test/?aff=ada?x=1', 'ada'],
    ['an impossible code is skipped', `https://shop.test/?aff=${'x'.repeat(256)}&ref=r`, 'r'],
    ['a NUL is skipped', 'https://shop.test/?aff=a%00b&ref=r', 'r'],
    ['among other parameters', 'http://shop.test/a/b?x=1&aff=ada&y=2#frag', 'ada'],
    ['percent-encoded', 'https://shop.test/?aff=%61da', 'ada'],
    ['surrounding spaces', 'https://shop.test/?aff=+ada+', 'ada'],
    ['case is preserved', 'https://shop.test/?aff=AdA', 'AdA'],
    ['a port and credentials', 'https://u:p@shop.test:8443/?aff=ada', 'ada'],
    ['an international name', 'https://übung.test/?aff=ada', 'ada'],
  ])('%s', (_label, url, ...codes) => {
    expect(readUrl(url)).toEqual({ kind: 'codes', codes })
  })

  it('and limits their number', () => {
    const query = Array.from({ length: 30 }, (_, index) => `aff=c${index}`).join('&')
    const codes = Array.from({ length: 10 }, (_, index) => `c${index}`)
    expect(readUrl(`https://shop.test/?${query}`)).toEqual({ kind: 'codes', codes })
  })

  it.each([
    ['no query', 'https://shop.test/', 'no_code'],
    ['other parameters', 'https://shop.test/?utm=aff', 'no_code'],
    ['uppercase parameter', 'https://shop.test/?AFF=ada', 'no_code'],
    ['other parameters in the hash', 'https://shop.test/#/pricing?affiliate=ada', 'no_code'],
    ['the name only in the path', 'https://shop.test/aff=ada', 'no_code'],
    ['all three empty', 'https://shop.test/?aff=&ref=&via=', 'no_code'],
    ['a path', '/?aff=ada', 'not_absolute'],
    ['no scheme', 'shop.test/?aff=ada', 'not_absolute'],
    ['another scheme', 'ftp://shop.test/?aff=ada', 'not_absolute'],
    ['a script', 'javascript:alert(1)//?aff=ada', 'not_absolute'],
    ['no host', 'https://?aff=ada', 'not_absolute'],
    ['empty', '', 'not_absolute'],
    ['a NUL in the only code', 'https://shop.test/?aff=a%00b', 'unusable_code'],
    ['too long for a code', `https://shop.test/?aff=${'x'.repeat(256)}`, 'unusable_code'],
  ])('%s', (_label, url, kind) => {
    expect(readUrl(url)).toEqual({ kind })
  })
})

it.each([
  ['https://user:pw@shop.example/?aff=maya', 'https://shop.example/?aff=maya'],
  ['https://user@shop.example/p#a', 'https://shop.example/p#a'],
  ['https:\\\\user:p@ss@shop.example', 'https://shop.example/'],
  ['http://user:pw@shop example/%', 'http://shop example/%'],
  ['https://shop.example/@maya?mail=a@b.test', 'https://shop.example/@maya?mail=a@b.test'],
  ['mailto:a@b.test', 'mailto:a@b.test'],
])('withoutUserInfo removes the user name and password of %s: %s', (address, stored) => {
  expect(withoutUserInfo(address)).toBe(stored)
})

describe('shortenAddress keeps complete link codes', () => {
  const longCode = 'x'.repeat(3_000)

  it.each([
    [
      'a short address is unchanged',
      'https://shop.test/?b=%20&aff=ada#top',
      'https://shop.test/?b=%20&aff=ada#top',
    ],
    [
      'a long parameter is dropped',
      `https://shop.test/p?a=1&l=${longCode}&aff=ada&b=2`,
      'https://shop.test/p?aff=ada&a=1&b=2',
    ],
    ['a long hash is dropped', `https://shop.test/p?aff=ada#${longCode}`, 'https://shop.test/p?aff=ada'],
    ['a code in the hash', `https://shop.test/#/p?l=${longCode}&aff=ada`, 'https://shop.test/?aff=ada&%2Fp='],
    [
      'a long path is truncated',
      `https://shop.test/&/${longCode}?aff=ada`,
      `https://shop.test/&/${'x'.repeat(172)}?aff=ada`,
    ],
    ['a code that is too long', `https://shop.test/p?aff=${longCode}`, 'https://shop.test/p'],
  ])('%s', (_label, address, stored) => {
    expect(shortenAddress(address, 200)).toBe(stored)
  })

  it('that readAffiliateUrl also finds in the shortened URL, for any limit', () => {
    const value = fc.string({ maxLength: 60 })
    const parameter = fc.tuple(fc.constantFrom('aff', 'ref', 'via', 'utm_content', 'q'), value)
    fc.assert(
      fc.property(
        fc.webUrl(),
        fc.array(parameter, { maxLength: 6 }),
        fc.nat(500),
        (page, parameters, more) => {
          const query = new URLSearchParams(parameters)
          const address = `${page}?${query}&utm_term=${longCode}`
          const stored = shortenAddress(address, 1_500 + more)
          expect(stored.length).toBeLessThanOrEqual(1_500 + more)
          expect(readUrl(stored)).toEqual(readUrl(address))
        },
      ),
    )
  })
})
