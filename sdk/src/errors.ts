import type { ServiceErrors } from './generated/error-codes.ts'
import type { ResponseInfo } from './response.ts'

/** The codes of the service, in `error.code` of its answers. */
export type ServiceErrorCode = keyof ServiceErrors

/** The client's own codes, for a call that got no answer it understands. */
export type ClientErrorCode =
  /** No connection, or it broke before the answer. */
  | 'network_error'
  /** No answer within `timeoutMs` or `deadlineMs`. */
  | 'timeout'
  /** An answer that is not the service's: a proxy's page, a redirect. */
  | 'unexpected_answer'

/** What can be wrong with a call. More codes may come: treat one you do not know like its `status`. */
export type AffiliateErrorCode = ServiceErrorCode | ClientErrorCode | (string & {})

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
  /** What came with the answer; undefined when there was none. */
  readonly response: ResponseInfo | undefined

  constructor(
    code: AffiliateErrorCode,
    message: string,
    about: {
      status?: number | undefined
      details?: Record<string, unknown>
      requestId?: string | undefined
      retryAfterSeconds?: number | undefined
      response?: ResponseInfo | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause })
    this.code = code
    this.status = about.status
    this.details = about.details ?? {}
    this.requestId = about.requestId
    this.retryAfterSeconds = about.retryAfterSeconds
    this.response = about.response
  }
}

/** 429 after all attempts: the service wants no call before `retryAfterSeconds` have passed. */
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

/** What the details of a code hold, where the service promises it. */
export interface ErrorDetails {
  invalid_request: { field?: string }
  duplicate_transaction: { sale_id: number }
  api_key_rotation_required: { hint: string; docs_url: string }
}

type KnownErrorCode = ServiceErrorCode | ClientErrorCode

/** An `AffiliateError` of one code, as `isAffiliateError` finds it. */
export type AffiliateErrorOf<Code extends KnownErrorCode> = {
  [One in Code]: AffiliateError & {
    readonly code: One
    readonly details: One extends keyof ErrorDetails ? ErrorDetails[One] : Record<string, unknown>
  }
}[Code]

/** Whether a call failed, and with one of these codes: `if (isAffiliateError(error, 'no_attribution')) return`. */
export function isAffiliateError(error: unknown): error is AffiliateError
export function isAffiliateError<Code extends KnownErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is AffiliateErrorOf<Code>
export function isAffiliateError(error: unknown, ...codes: string[]): boolean {
  return error instanceof AffiliateError && (codes.length === 0 || codes.includes(error.code))
}
