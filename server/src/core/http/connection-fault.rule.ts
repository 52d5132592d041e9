import { errorCode } from '../errors/start-error.ts'

/** Causes of a failed connection, by the error code of Node or the system. */
const ERROR_TEXT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOTFOUND: 'host not found',
    ENODATA: 'host not found',
    EAI_AGAIN: 'DNS lookup failed',
    ESERVFAIL: 'DNS lookup failed',
    ETIMEOUT: 'DNS lookup timed out',
    ECONNREFUSED: 'connection refused',
    ECONNRESET: 'connection closed',
    EPIPE: 'connection closed',
    EHOSTUNREACH: 'host unreachable',
    ENETUNREACH: 'host unreachable',
    ETIMEDOUT: 'connection timed out',
    HPE_HEADER_OVERFLOW: 'response headers too large',
    ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not use TLS',
    ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not use TLS',
    ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'the server requires a client certificate',
    ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'no common TLS version',
    ERR_SSL_UNSUPPORTED_PROTOCOL: 'no common TLS version',
    ERR_SSL_VERSION_TOO_LOW: 'no common TLS version',
  }),
)

const CERTIFICATE_ERRORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate from an unknown authority',
    UNABLE_TO_GET_ISSUER_CERT: 'certificate from an unknown authority',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate from an unknown authority',
    SELF_SIGNED_CERT_IN_CHAIN: 'certificate from an unknown authority',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate from an unknown authority',
    CERT_SIGNATURE_FAILURE: 'invalid certificate signature',
    CERT_UNTRUSTED: 'certificate not trusted',
    CERT_REJECTED: 'certificate not trusted',
    CERT_REVOKED: 'certificate revoked',
    CERT_NOT_YET_VALID: 'certificate not yet valid',
    CERT_HAS_EXPIRED: 'certificate expired',
    ERR_TLS_CERT_ALTNAME_INVALID: 'certificate for a different host name',
  }),
)

/**
 * Describes why a connection failed, as a clause to follow a colon: "connection refused". Reveals nothing about the
 * service's own network.
 * @returns undefined if the code is not a connection error
 */
export function connectionError(code: string): string | undefined {
  if (isCertificateError(code)) return CERTIFICATE_ERRORS.get(code) ?? 'certificate not accepted'
  const text = ERROR_TEXT.get(code)
  if (text !== undefined) return text
  if (isTlsError(code)) return 'TLS handshake failed'
  return code.startsWith('HPE_') ? 'not an HTTP response' : undefined
}

function isTlsError(code: string): boolean {
  return /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)
}

/**
 * Returns an error's code. TLS errors while writing all have the code EPROTO, so their code is derived from the
 * message: `…:SSL routines:ssl3_get_record:wrong version number:…`.
 */
export function faultCode(error: unknown): string {
  const code = errorCode(error) ?? ''
  if (code !== 'EPROTO') return code
  const message = Object(error).message
  const [, reason] = /:SSL routines:[^:]*:([^:]+):/.exec(typeof message === 'string' ? message : '') ?? []
  return reason === undefined ? code : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`
}

/** Whether the server responded with a certificate that Node rejects. */
export function isCertificateError(code: string): boolean {
  if (CERTIFICATE_ERRORS.has(code)) return true
  // A TLS alert means that the server rejected our certificate.
  return /CERT|SIGNATURE/.test(code) && !/^ERR_SSL_.*_ALERT_/.test(code)
}

/** Describes any connection error. Adds the code if the description alone would be too vague. */
export function connectionFailure(error: unknown): string {
  const code = faultCode(error)
  if (code === '') return 'connection failed'
  const fault = connectionError(code)
  if (fault === undefined) return `connection failed (${code})`
  return isCertificateError(code) || isTlsError(code) ? `${fault} (${code})` : fault
}

/** Describes why a request with this timeout failed. `fetch` wraps the reason as the cause of its own error. */
export function describeRequestFailure(error: unknown, timeoutMs: number): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return connectionFailure(cause)
  if (cause.name === 'TimeoutError') return `no response within ${timeoutMs / 1_000} s`
  return errorCode(cause) === undefined && cause.message !== '' ? cause.message : connectionFailure(cause)
}
