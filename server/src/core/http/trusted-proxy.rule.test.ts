import { expect, it } from 'vitest'
import { trustedProxies } from './trusted-proxy.rule.ts'

it.each([
  [false, '10.0.0.1', false],
  [true, '203.0.113.9', true],
  [0, '10.0.0.1', false],
  [1, '203.0.113.9', true],
  ['10.0.0.0/8, 127.0.0.1', '10.1.2.3', true],
  ['10.0.0.0/8, 127.0.0.1', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8, 127.0.0.1', '127.0.0.1', true],
  ['10.0.0.0/8, 127.0.0.1', '127.0.0.2', false],
  ['10.0.0.0/8, 127.0.0.1', '2001:db8::1', false],
  ['2001:db8::/32', '2001:db8::1', true],
  ['2001:db8::/32', '203.0.113.9', false],
] as const)('with TRUST_PROXY %j, the peer %s is trusted: %s', (setting, peer, isProxy) => {
  expect(trustedProxies(setting)(peer)).toBe(isProxy)
})
