import type { ServiceErrors } from './generated/error-codes.ts'
import type { ResponseInfo } from './response.ts'

/** The service's error codes, `error.code` in its responses. */
export type ServiceErrorCode = keyof ServiceErrors

/** The client's own error codes, if there was no valid response. */
export type ClientErrorCode =
  /** The connection failed or was closed before the response was complete. */
  | 'network_error'
  /** No response within `timeoutMs` or `deadlineMs`. */
  | 'timeout'
  /** A response that isn't from the service: a proxy's page or a redirect. */
  | 'unexpected_response'

/** All error codes. New codes may be added: handle unknown ones by `status`. */
export type AffiliateErrorCode = ServiceErrorCode | ClientErrorCode | (string & {})

/** A failed call, after all retries. Branch on `code`, not `message`. */
export class AffiliateError extends Error {
  override name = 'AffiliateError'
  readonly code: AffiliateErrorCode
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined
  /** Details from the service: `details.field` names an invalid field. */
  readonly details: Record<string, unknown>
  /** The request's ID in the service's logs. */
  readonly requestId: string | undefined
  /** Set for 429 and 503: how long to wait before retrying. */
  readonly retryAfterSeconds: number | undefined
  /** The response's metadata; undefined if there was no response. */
  readonly response: ResponseInfo | undefined

  constructor(
    code: AffiliateErrorCode,
    message: string,
    details: {
      status?: number | undefined
      details?: Record<string, unknown>
      requestId?: string | undefined
      retryAfterSeconds?: number | undefined
      response?: ResponseInfo | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.status = details.status
    this.details = details.details ?? {}
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.response = details.response
  }
}

/** A 429 after all retries: wait `retryAfterSeconds` before calling again. */
export class RateLimitError extends AffiliateError {
  override name = 'RateLimitError'
  declare readonly code: 'rate_limited'
  declare readonly retryAfterSeconds: number

  constructor(
    message: string,
    retryAfterSeconds: number,
    requestId: string | undefined,
    response?: ResponseInfo,
  ) {
    super('rate_limited', message, { status: 429, requestId, retryAfterSeconds, response })
  }
}

/** The documented details for each code. */
export interface ErrorDetails {
  invalid_request: { field?: string }
  duplicate_transaction: { sale_id: number }
  api_key_rotation_required: { hint: string; docs_url: string }
}

type KnownErrorCode = ServiceErrorCode | ClientErrorCode

/** An `AffiliateError` with a known code, as narrowed by `isAffiliateError`. */
export type AffiliateErrorOf<Code extends KnownErrorCode> = {
  [One in Code]: AffiliateError & {
    readonly code: One
    readonly details: One extends keyof ErrorDetails ? ErrorDetails[One] : Record<string, unknown>
  }
}[Code]

/**
 * Returns whether an error is an `AffiliateError`, optionally with one of these codes: `if
 * (isAffiliateError(error, 'no_attribution')) return`.
 */
export function isAffiliateError(error: unknown): error is AffiliateError
export function isAffiliateError<Code extends KnownErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is AffiliateErrorOf<Code>
export function isAffiliateError(error: unknown, ...codes: string[]): boolean {
  return error instanceof AffiliateError && (codes.length === 0 || codes.includes(error.code))
}
