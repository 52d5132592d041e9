import { describe, expect, it } from 'vitest'
import { readAffiliateUrl } from './affiliate-url.rule.ts'

describe('readAffiliateUrl: the code is aff, else ref, else via (D14)', () => {
  it.each([
    ['aff', 'https://shop.test/?aff=ada', 'ada'],
    ['ref', 'https://shop.test/?ref=ada', 'ada'],
    ['via', 'https://shop.test/?via=ada', 'ada'],
    ['aff before ref and via, in whatever order', 'https://shop.test/?via=v&ref=r&aff=a', 'a'],
    ['ref before via', 'https://shop.test/?via=v&ref=r', 'r'],
    ['an empty aff gives way', 'https://shop.test/?aff=&ref=r', 'r'],
    ['a blank aff gives way', 'https://shop.test/?aff=%20&via=v', 'v'],
    ['the first of two', 'https://shop.test/?aff=one&aff=two', 'one'],
    ['beside other parameters', 'http://shop.test/a/b?x=1&aff=ada&y=2#frag', 'ada'],
    ['percent-encoded', 'https://shop.test/?aff=%61da', 'ada'],
    ['spaces around it', 'https://shop.test/?aff=+ada+', 'ada'],
    ['case is kept', 'https://shop.test/?aff=AdA', 'AdA'],
    ['a port and a login', 'https://u:p@shop.test:8443/?aff=ada', 'ada'],
    ['an international name', 'https://übung.test/?aff=ada', 'ada'],
  ])('%s', (_label, url, code) => {
    expect(readAffiliateUrl(url)).toEqual({ kind: 'link', code })
  })

  it.each([
    ['no query', 'https://shop.test/', 'no_code'],
    ['other parameters', 'https://shop.test/?utm=aff', 'no_code'],
    ['upper-case parameter', 'https://shop.test/?AFF=ada', 'no_code'],
    ['only in the fragment', 'https://shop.test/#?aff=ada', 'no_code'],
    ['all three empty', 'https://shop.test/?aff=&ref=&via=', 'no_code'],
    ['a path', '/?aff=ada', 'not_absolute'],
    ['no scheme', 'shop.test/?aff=ada', 'not_absolute'],
    ['another scheme', 'ftp://shop.test/?aff=ada', 'not_absolute'],
    ['a script', 'javascript:alert(1)//?aff=ada', 'not_absolute'],
    ['no host', 'https://?aff=ada', 'not_absolute'],
    ['empty', '', 'not_absolute'],
  ])('%s', (_label, url, kind) => {
    expect(readAffiliateUrl(url)).toEqual({ kind })
  })
})
