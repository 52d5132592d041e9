import { describe, expect, it } from 'vitest'
import { callFailure, connectionFailure, connectionFault } from './connection-fault.rule.ts'

const coded = (code: string, message = 'raw words') => Object.assign(new Error(message), { code })

describe('why a connection failed', () => {
  it.each([
    ['ECONNREFUSED', 'nothing listens there'],
    ['ENOTFOUND', 'the host has no address'],
    ['EPIPE', 'the connection was closed'],
    ['CERT_HAS_EXPIRED', 'its certificate has expired (CERT_HAS_EXPIRED)'],
    ['HOSTNAME_MISMATCH_CERT', 'its certificate was not accepted (HOSTNAME_MISMATCH_CERT)'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /another name \(ERR_TLS_CERT_ALTNAME_INVALID\)$/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the connection could not be encrypted'],
    ['EPROTO', 'the connection could not be encrypted'],
    ['EWHATEVER', 'the connection failed (EWHATEVER)'],
    // A SQLSTATE says nothing of the way to the server, and neither does what every object inherits.
    ['28P01', 'the connection failed (28P01)'],
    ['toString', 'the connection failed (toString)'],
  ])('%s is %s, without the words of the system', (code, words) => {
    expect(connectionFailure(coded(code))).toMatch(words)
    expect(connectionFailure(coded(code))).not.toContain('raw words')
  })

  it('and a code of another kind has no words', () => {
    expect(['28P01', 'toString', 'constructor', ''].map(connectionFault)).toEqual(Array(4).fill(undefined))
  })
})

describe('why a call failed', () => {
  it.each([
    [
      'the cause of its error',
      new TypeError('fetch failed', { cause: coded('ECONNRESET') }),
      'the connection was closed',
    ],
    ['its own code', coded('ENETUNREACH'), 'there is no way to that host'],
    [
      'a cause without a code',
      new TypeError('fetch failed', { cause: new Error('unexpected redirect') }),
      'unexpected redirect',
    ],
    ['an error of ours', new Error('its answer is too long'), 'its answer is too long'],
    ['nothing', undefined, 'the connection failed'],
    [
      'its own patience',
      new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
      'no answer within 2.5 s',
    ],
  ])('is told by %s', (_by, error, words) => {
    expect(callFailure(error, 2_500)).toBe(words)
  })
})
