import { expect, test } from 'vitest'
import { parseSiteUrl, partnerLinkUrl } from './site-url.rule.ts'

test.each([
  ['https://shop.example', 'https://shop.example/'],
  [' https://shop.example/start?color=red#top ', 'https://shop.example/start?color=red#top'],
  ['http://localhost:4000', 'http://localhost:4000/'],
  ['https://shop.münchen.example', 'https://shop.xn--mnchen-3ya.example/'],
  ['shop.example', undefined],
  ['', undefined],
  ['https://shop', undefined],
  ['ftp://shop.example', undefined],
  ['javascript:alert(1)', undefined],
  ['javascript://shop.example/%0aalert(1)', undefined],
  ['https://user@shop.example', undefined],
  ['https://user:password@shop.example', undefined],
])('normalizes the site %j to %j', (typed, url) => expect(parseSiteUrl(typed)).toBe(url))

test.each([
  ['https://shop.example/', 'https://shop.example/?aff=maya'],
  ['https://shop.example/p?a=1;b=2#top', 'https://shop.example/p?a=1;b=2&aff=maya#top'],
  ['https://shop.example/?about', 'https://shop.example/?about&aff=maya'],
  ['https://shop.example/?aff=old&x', 'https://shop.example/?x&aff=maya'],
])('a link to %s keeps its query', (site, link) => expect(partnerLinkUrl(site, 'maya')).toBe(link))
