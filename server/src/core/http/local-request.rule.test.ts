import { describe, expect, it } from 'vitest'
import { isLocalRequest } from './local-request.rule.ts'

const request = { remoteAddress: '127.0.0.1', httpVersion: '1.1', headers: { host: 'localhost:3000' } }

describe('isLocalRequest', () => {
  it.each([
    ['127.0.0.1', 'localhost'],
    ['127.0.0.1', '127.0.0.1:3000'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', 'LOCALHOST:3000'],
  ])('accepts a client at %s with host %s', (remoteAddress, host) => {
    expect(isLocalRequest({ ...request, remoteAddress, headers: { host, accept: '*/*' } })).toBe(true)
  })

  it.each([undefined, '', '203.0.113.7', '10.0.0.1', '::ffff:203.0.113.7', '127.0.0.1.example'])(
    'rejects a client at %s',
    (remoteAddress) => expect(isLocalRequest({ ...request, remoteAddress })).toBe(false),
  )

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-server',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'fastly-client-ip',
    'x-envoy-external-address',
    'x-amzn-trace-id',
    'x-original-host',
  ])('rejects a request with header %s', (name) => {
    expect(isLocalRequest({ ...request, headers: { ...request.headers, [name]: '127.0.0.1' } })).toBe(false)
  })

  it.each([
    undefined,
    '',
    'partners.example',
    'partners.example:3000',
    'localhost.example',
    '127.0.0.1.example',
    '10.0.0.1:3000',
    '[::2]',
    'user@localhost',
  ])('rejects host %s', (host) => {
    expect(isLocalRequest({ ...request, headers: host === undefined ? {} : { host } })).toBe(false)
  })

  it('rejects a request that nginx proxied with its default settings', () => {
    expect(isLocalRequest({ ...request, httpVersion: '1.0' })).toBe(false)
  })
})
