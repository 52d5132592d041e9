import { describe, expect, it } from 'vitest'
import {
  appendParameters,
  forwardedParameters,
  isOnSite,
  redirectTarget,
  siteDomain,
} from './redirect-target.rule.ts'

const SITE = 'https://www.shop.example/start?about'

describe('isOnSite', () => {
  it.each([
    'https://www.shop.example/pricing',
    'https://shop.example/',
    'https://blog.shop.example/post?x=1#top',
    'https://SHOP.example',
    'https:/shop.example/one-slash',
  ])('accepts %s', (url) => expect(isOnSite(url, SITE)).toBe(true))

  it.each([
    ['another site', 'https://evil.example/'],
    ['a site whose name ends like the site’s', 'https://notshop.example/'],
    ['the site as a subdomain of another', 'https://shop.example.evil.example/'],
    ['credentials before another host', 'https://shop.example@evil.example/'],
    ['credentials', 'https://user:pass@shop.example/'],
    ['a backslash before another host', 'https://evil.example\\@shop.example/'],
    ['a protocol-relative URL', '//evil.example/'],
    ['a path', '/pricing'],
    ['another port', 'https://shop.example:8443/'],
    ['no encryption on an encrypted site', 'http://shop.example/'],
    ['a script', 'javascript:alert(1)//shop.example'],
    ['data', 'data:text/html,shop.example'],
    ['a trailing dot', 'https://shop.example./'],
  ])('rejects %s', (_title, url) => expect(isOnSite(url, SITE)).toBe(false))

  it('accepts HTTP and the port of a local site', () => {
    expect(isOnSite('http://localhost:8080/a', 'http://localhost:8080/')).toBe(true)
    expect(isOnSite('http://localhost:8081/a', 'http://localhost:8080/')).toBe(false)
  })
})

describe('redirectTarget', () => {
  it.each([
    ['the program’s page by default, unchanged', undefined, [], SITE],
    ['a page on the site', 'https://shop.example/p?a=1;b=2#c', [], 'https://shop.example/p?a=1;b=2#c'],
    ['the program’s page instead of another site', 'https://evil.example/', [], SITE],
    ['the program’s page instead of an invalid URL', 'shop.example', [], SITE],
    ['the page with more parameters', undefined, [['utm_source', 'a b']], `${SITE}&utm_source=a+b`],
    [
      'the page without other links’ codes and click ID',
      'https://shop.example/p?aff=evil&a=1&amp;ref=evil&service_click_id=x&b;c#/plans?via=evil&d',
      [
        ['aff', 'evil'],
        ['amp;ref', 'evil'],
        ['sub', 's'],
      ],
      'https://shop.example/p?a=1&b;c&sub=s#/plans?d',
    ],
    [
      'the page without encoded names',
      'https://shop.example/?%61ff=evil#aff=evil',
      [],
      'https://shop.example/',
    ],
  ] as const)('returns %s', (_title, requested, parameters, target) => {
    expect(
      redirectTarget(
        SITE,
        requested,
        parameters.map(([name, value]) => [name, value]),
      ),
    ).toBe(target)
  })
})

it.each([
  ['https://shop.example/', 'https://shop.example/?aff=ada'],
  ['https://shop.example/?about', 'https://shop.example/?about&aff=ada'],
  ['https://shop.example/?', 'https://shop.example/?aff=ada'],
  ['https://shop.example/?a=%20;b#/route?x=1', 'https://shop.example/?a=%20;b&aff=ada#/route?x=1'],
])('appendParameters adds parameters to %s without rewriting it', (url, expected) => {
  expect(appendParameters(url, [['aff', 'ada']])).toBe(expected)
})

it('forwardedParameters returns all parameters except url, including repeated ones', () => {
  expect(forwardedParameters('?url=https://x.example&tag=a&tag=b&sub=s')).toEqual([
    ['tag', 'a'],
    ['tag', 'b'],
    ['sub', 's'],
  ])
})

it.each([
  ['https://www.shop.example/', 'shop.example'],
  ['https://shop.example/', 'shop.example'],
  ['https://app.shop.example/', 'app.shop.example'],
])('siteDomain maps %s to the domain %s', (site, domain) => expect(siteDomain(site)).toBe(domain))
