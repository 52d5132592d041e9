/**
 * What can be wrong with a call: the service's own `error.code`, or one of the client's for a call that got no
 * answer it understands. More codes may come: treat one you do not know like its `status`.
 */
export type AffiliateErrorCode =
  | 'invalid_request'
  | 'no_attribution'
  | 'closed_to_new_referrals'
  | 'unauthorized'
  | 'api_key_rotation_required'
  | 'sale_not_found'
  | 'payload_too_large'
  | 'unsupported_currency'
  | 'rate_limited'
  | 'internal_error'
  /** The service cannot reach its database for now. */
  | 'service_unavailable'
  /** No connection, or it broke before the answer. */
  | 'network_error'
  /** No answer within `timeoutMs`. */
  | 'timeout'
  /** An answer that is not the service's: a proxy's page, a redirect. */
  | 'unexpected_answer'
  | (string & {})

/** A call that did not succeed, after the attempts it was worth. Branch on `code`, never on `message`. */
export class AffiliateError extends Error {
  override name = 'AffiliateError'
  readonly code: AffiliateErrorCode
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  /** What the service says of it: `details.field` names a wrong field. */
  readonly details: Record<string, unknown>
  /** The id of the request in the logs of the service. */
  readonly requestId: string | undefined
  /** Of a 429 or 503: how long the service wants no call. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: AffiliateErrorCode,
    message: string,
    about: {
      status?: number | undefined
      details?: Record<string, unknown>
      requestId?: string | undefined
      retryAfterSeconds?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause })
    this.code = code
    this.status = about.status
    this.details = about.details ?? {}
    this.requestId = about.requestId
    this.retryAfterSeconds = about.retryAfterSeconds
  }
}

/** 429 after all attempts: the service wants no call before `retryAfterSeconds` have passed. */
export class RateLimitError extends AffiliateError {
  override name = 'RateLimitError'
  declare readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number, requestId: string | undefined) {
    super('rate_limited', message, { status: 429, requestId, retryAfterSeconds })
  }
}
