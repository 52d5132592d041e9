/**
 * Every API error: one table of codes, both envelopes (D3, D4), one renderer. A message says what is wrong and
 * what to do, and never leaks internals (D5).
 */

const CODES = {
  invalid_request: 400,
  no_attribution: 400,
  lead_already_settled: 400,
  closed_to_new_referrals: 400,
  unauthorized: 401,
  api_key_rotation_required: 401,
  forbidden: 403,
  two_factor_required: 403,
  read_only_view: 403,
  embedded_view: 403,
  not_found: 404,
  sale_not_found: 404,
  conflict: 409,
  duplicate_transaction: 409,
  sandbox_program: 409,
  not_a_sandbox: 409,
  idempotency_key_reused: 409,
  idempotency_key_in_use: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unsupported_currency: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof CODES

export function getStatus(code: ErrorCode): number {
  return CODES[code]
}

const NAMES: Record<number, string> = {
  400: 'ValidationError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  409: 'ConflictError',
  413: 'PayloadTooLargeError',
  415: 'UnsupportedMediaTypeError',
  422: 'UnprocessableEntityError',
  500: 'InternalServerError',
  503: 'ServiceUnavailableError',
}

/** Codes that use the typed envelope; all others use the platform envelope. */
const TYPED_CODES: ReadonlySet<ErrorCode> = new Set(['api_key_rotation_required', 'rate_limited'])

/** An error of the API. Throw it anywhere in a request to respond with it. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  /** Extra response headers, such as `Retry-After`. */
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    details: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.code = code
    this.status = CODES[code]
    this.details = details
    this.headers = headers
  }
}

/** Returns a 400 `invalid_request` with the field's name in `details.field` (D3). */
export function invalidFieldError(field: string, message: string): ApiError {
  return new ApiError('invalid_request', message, { field })
}

/** Returns a 503 with `Retry-After`, for an unreachable database. */
export function serviceUnavailableError(requestId: string): ApiError {
  return new ApiError(
    'service_unavailable',
    `The database is unavailable. Retry in ${RETRY_AFTER_SECONDS} seconds.`,
    { request_id: requestId, retry_after_seconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}

const RETRY_AFTER_SECONDS = 2

/** Returns a 503 for a request that admission control rejected unprocessed. */
export function overloadedError(seconds: number): ApiError {
  return new ApiError(
    'service_unavailable',
    `The service is overloaded, and this request was not processed. Retry in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retry_after_seconds: seconds },
    { 'retry-after': String(seconds) },
  )
}

export function unreadableBodyError(): ApiError {
  return new ApiError('invalid_request', 'The request could not be parsed. Send a JSON object.')
}

export function renderError(error: ApiError): { status: number; body: Record<string, unknown> } {
  const { code, status, message, details } = error
  if (TYPED_CODES.has(code)) return { status, body: { error: { code, message, ...details } } }
  const name = NAMES[status] ?? 'InternalServerError'
  return { status, body: { data: null, error: { status, name, message, details, code } } }
}
