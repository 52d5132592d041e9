import { expect, test } from 'vitest'
import { parseRedirectDomain } from './redirect-domain.rule.ts'

test.each([
  ['go.shop.example', 'go.shop.example'],
  [' Go.Shop.Example ', 'go.shop.example'],
  ['https://go.shop.example/', 'go.shop.example'],
  ['http://go.shop.example', 'go.shop.example'],
  ['shop.link', 'shop.link'],
  ['müller.example', 'xn--mller-kva.example'],
  ['go.xn--p1ai', 'go.xn--p1ai'],
])('%j is the domain %s', (text, domain) => expect(parseRedirectDomain(text)).toBe(domain))

test.each([
  ['no domain', ''],
  ['a name without a dot', 'localhost'],
  ['an IPv4 address', '127.0.0.1'],
  ['an IPv4 address as a number', '2130706433'],
  ['an IPv6 address', '[::1]'],
  ['a port', 'go.shop.example:8443'],
  ['a path', 'go.shop.example/r'],
  ['parameters', 'go.shop.example?a=1'],
  ['credentials', 'user@go.shop.example'],
  ['a trailing dot', 'go.shop.example.'],
  ['a wildcard', '*.shop.example'],
  ['an underscore', 'go_to.shop.example'],
  ['another protocol', 'ftp://go.shop.example'],
  ['an overlong domain', `${'a.'.repeat(130)}example`],
])('%s is not a domain', (_title, text) => expect(parseRedirectDomain(text)).toBeUndefined())
