import { errorCode } from '../errors/start-error.ts'

/** Why a connection to another machine came to nothing, by the code of Node or of the system. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOTFOUND: 'the host has no address',
    ENODATA: 'the host has no address',
    EAI_AGAIN: 'the host could not be looked up',
    ESERVFAIL: 'the host could not be looked up',
    ETIMEOUT: 'the host could not be looked up in time',
    ECONNREFUSED: 'nothing listens there',
    ECONNRESET: 'the connection was closed',
    EPIPE: 'the connection was closed',
    EHOSTUNREACH: 'there is no way to that host',
    ENETUNREACH: 'there is no way to that host',
    ETIMEDOUT: 'it did not answer in time',
    HPE_HEADER_OVERFLOW: 'the head of its answer is too long',
    ERR_SSL_WRONG_VERSION_NUMBER: 'what answers does not speak TLS',
    ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what answers does not speak TLS',
    ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it demands a certificate of whoever calls',
    ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'the two sides know no version of TLS in common',
    ERR_SSL_UNSUPPORTED_PROTOCOL: 'the two sides know no version of TLS in common',
    ERR_SSL_VERSION_TOO_LOW: 'the two sides know no version of TLS in common',
  }),
)

const CERTIFICATE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody known here vouches for its certificate',
    UNABLE_TO_GET_ISSUER_CERT: 'nobody known here vouches for its certificate',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody known here vouches for its certificate',
    SELF_SIGNED_CERT_IN_CHAIN: 'nobody known here vouches for its certificate',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody known here vouches for its certificate',
    CERT_SIGNATURE_FAILURE: 'its certificate was not signed by the authority that it names',
    CERT_UNTRUSTED: 'its certificate is not trusted',
    CERT_REJECTED: 'its certificate is not trusted',
    CERT_REVOKED: 'its certificate was withdrawn',
    CERT_NOT_YET_VALID: 'its certificate does not hold yet',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of a server of another name',
  }),
)

/**
 * Why a connection failed, as a clause that follows a colon: "nothing listens there". Nothing of the network this service
 * runs in stands in it.
 * @returns undefined for a code that says nothing of the way to another machine
 */
export function connectionFault(code: string): string | undefined {
  if (isCertificateFault(code)) return CERTIFICATE_WORDS.get(code) ?? 'its certificate was not accepted'
  const words = WORDS.get(code)
  if (words !== undefined) return words
  if (isEncryptionFault(code)) return 'the connection could not be encrypted'
  return code.startsWith('HPE_') ? 'what answers does not speak HTTP' : undefined
}

function isEncryptionFault(code: string): boolean {
  return /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)
}

/**
 * The code of an error; of one that has only EPROTO, which all faults of TLS share while something is being written, the
 * one that its message holds: `…:SSL routines:ssl3_get_record:wrong version number:…`.
 */
export function faultCode(error: unknown): string {
  const code = errorCode(error) ?? ''
  if (code !== 'EPROTO') return code
  const message = Object(error).message
  const [, reason] = /:SSL routines:[^:]*:([^:]+):/.exec(typeof message === 'string' ? message : '') ?? []
  return reason === undefined ? code : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`
}

/** Whether the other side answered, with a certificate that Node does not accept. */
export function isCertificateFault(code: string): boolean {
  if (CERTIFICATE_WORDS.has(code)) return true
  // An alert is what the other side says, of a certificate of ours.
  return /CERT|SIGNATURE/.test(code) && !/^ERR_SSL_.*_ALERT_/.test(code)
}

/** The same of an error, whatever it is, with the code where the words alone would not tell whom to ask. */
export function connectionFailure(error: unknown): string {
  const code = faultCode(error)
  if (code === '') return 'the connection failed'
  const fault = connectionFault(code)
  if (fault === undefined) return `the connection failed (${code})`
  return isCertificateFault(code) || isEncryptionFault(code) ? `${fault} (${code})` : fault
}

/** Why a call failed that was to wait so long; a `fetch` has the reason as the cause of its own error. */
export function callFailure(error: unknown, timeoutMs: number): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return connectionFailure(cause)
  if (cause.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`
  return errorCode(cause) === undefined && cause.message !== '' ? cause.message : connectionFailure(cause)
}
