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
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'what answers does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER)'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'no version of TLS in common (ERR_SSL_UNSUPPORTED_PROTOCOL)'],
    ['ERR_SSL_NO_SHARED_CIPHER', 'the connection could not be encrypted (ERR_SSL_NO_SHARED_CIPHER)'],
    ['EPROTO', 'the connection could not be encrypted (EPROTO)'],
    [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'it demands a certificate of whoever calls (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
    ],
    [
      'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
      'the connection could not be encrypted (ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE)',
    ],
    ['HPE_INVALID_CONSTANT', 'what answers does not speak HTTP'],
    ['HPE_HEADER_OVERFLOW', 'the head of its answer is too long'],
    ['EWHATEVER', 'the connection failed (EWHATEVER)'],
    // A SQLSTATE says nothing of the way to the server, and neither does what every object inherits.
    ['28P01', 'the connection failed (28P01)'],
    ['toString', 'the connection failed (toString)'],
  ])('%s is %s, without the words of the system', (code, words) => {
    expect(connectionFailure(coded(code))).toMatch(words)
    expect(connectionFailure(coded(code))).not.toContain('raw words')
  })

  it.each([
    [
      'ssl3_get_record:wrong version number',
      'what answers does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    ],
    [
      'ssl3_read_bytes:tlsv1 alert protocol version',
      'the two sides know no version of TLS in common (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)',
    ],
    [
      'ssl3_read_bytes:sslv3 alert handshake failure',
      'the connection could not be encrypted (ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE)',
    ],
  ])('EPROTO with %s is told by what stands in it', (reason, words) => {
    const message = `write EPROTO 80AC2283BB7F0000:error:0A00010B:SSL routines:${reason}:../deps/openssl/x.c:350:\n`
    expect(connectionFailure(coded('EPROTO', message))).toBe(words)
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
