import { describe, expect, it } from 'vitest'
import { connectionError, connectionFailure, describeRequestFailure } from './connection-fault.rule.ts'

const errorWithCode = (code: string, message = 'raw message') => Object.assign(new Error(message), { code })

describe('connectionFailure', () => {
  it.each([
    ['ECONNREFUSED', 'connection refused'],
    ['ENOTFOUND', 'host not found'],
    ['EPIPE', 'connection closed'],
    ['CERT_HAS_EXPIRED', 'certificate expired (CERT_HAS_EXPIRED)'],
    ['HOSTNAME_MISMATCH_CERT', 'certificate not accepted (HOSTNAME_MISMATCH_CERT)'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /different host name \(ERR_TLS_CERT_ALTNAME_INVALID\)$/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the server does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER)'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'no common TLS version (ERR_SSL_UNSUPPORTED_PROTOCOL)'],
    ['ERR_SSL_NO_SHARED_CIPHER', 'TLS handshake failed (ERR_SSL_NO_SHARED_CIPHER)'],
    ['EPROTO', 'TLS handshake failed (EPROTO)'],
    [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'the server requires a client certificate (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
    ],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'TLS handshake failed (ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE)'],
    ['HPE_INVALID_CONSTANT', 'not an HTTP response'],
    ['HPE_HEADER_OVERFLOW', 'response headers too large'],
    ['EWHATEVER', 'connection failed (EWHATEVER)'],
    // Neither a SQLSTATE nor an inherited property name is a connection fault.
    ['28P01', 'connection failed (28P01)'],
    ['toString', 'connection failed (toString)'],
  ])("describes %s as %s, without the system's message", (code, expected) => {
    expect(connectionFailure(errorWithCode(code))).toMatch(expected)
    expect(connectionFailure(errorWithCode(code))).not.toContain('raw message')
  })

  it.each([
    ['ssl3_get_record:wrong version number', 'the server does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER)'],
    [
      'ssl3_read_bytes:tlsv1 alert protocol version',
      'no common TLS version (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)',
    ],
    [
      'ssl3_read_bytes:sslv3 alert handshake failure',
      'TLS handshake failed (ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE)',
    ],
  ])('explains EPROTO by the reason in its message: %s', (reason, expected) => {
    const message = `write EPROTO 80AC2283BB7F0000:error:0A00010B:SSL routines:${reason}:../deps/openssl/x.c:350:\n`
    expect(connectionFailure(errorWithCode('EPROTO', message))).toBe(expected)
  })
})

it("connectionError doesn't describe unrelated codes", () => {
  expect(['28P01', 'toString', 'constructor', ''].map(connectionError)).toEqual(Array(4).fill(undefined))
})

describe('describeRequestFailure', () => {
  it.each([
    [
      'the code of its cause',
      new TypeError('fetch failed', { cause: errorWithCode('ECONNRESET') }),
      'connection closed',
    ],
    ['its own code', errorWithCode('ENETUNREACH'), 'host unreachable'],
    [
      'the message of its cause',
      new TypeError('fetch failed', { cause: new Error('unexpected redirect') }),
      'unexpected redirect',
    ],
    ['its own message', new Error('response too large'), 'response too large'],
    ['a missing error', undefined, 'connection failed'],
    [
      'a timeout',
      new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
      'no response within 2.5 s',
    ],
  ])('describes a failed request by %s', (_by, error, expected) => {
    expect(describeRequestFailure(error, 2_500)).toBe(expected)
  })
})
