import { expect, test } from 'vitest'
import { linkAddress, parseSiteAddress } from './site-address.ts'

test.each([
  ['shop.example', 'https://shop.example/'],
  [' https://shop.example/start ', 'https://shop.example/start'],
  ['http://localhost:4000', 'http://localhost:4000/'],
  ['localhost:4000/shop', 'http://localhost:4000/shop'],
  ['shop.localhost', 'http://shop.localhost/'],
  ['127.0.0.1:4418', 'http://127.0.0.1:4418/'],
  ['localhost.example', 'https://localhost.example/'],
  ['shop.example/a?b=1', 'https://shop.example/a?b=1'],
  ['', undefined],
  ['shop', undefined],
  ['two words.example', undefined],
  ['javascript://shop.example/%0aalert(1)', undefined],
  ['ftp://shop.example', undefined],
])('parses %j as %j', (typed, address) => expect(parseSiteAddress(typed)).toBe(address))

test.each([
  ['https://shop.example/', 'maya', 'https://shop.example/?aff=maya'],
  ['https://shop.example/p?color=red#top', 'maya', 'https://shop.example/p?color=red&aff=maya#top'],
  ['https://shop.example/?aff=old', 'new', 'https://shop.example/?aff=new'],
])('the link to %s with the code %s is %s', (site, code, link) => expect(linkAddress(site, code)).toBe(link))
