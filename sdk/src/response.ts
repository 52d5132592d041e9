/** A response's metadata, successful or not. */
export interface ResponseInfo {
  status: number
  headers: Headers
  /** The request's ID in the service's logs. */
  requestId: string | undefined
  /** The key's or address's rate limit; undefined if none applies. */
  rateLimit: RateLimit | undefined
  /** The number of the attempt that returned this response, starting at 1. */
  attempt: number
}

export interface RateLimit {
  /** Requests allowed per window. */
  limit: number
  windowSeconds: number
  /** Requests left in this window. */
  remaining: number
  /** Time until the next window. */
  resetSeconds: number
}

export function readResponse({ status, headers }: Response, attempt: number): ResponseInfo {
  const requestId = headers.get('x-request-id') ?? undefined
  return { status, headers, requestId, rateLimit: readRateLimit(headers), attempt }
}

/** Parses `RateLimit-Policy: "key";q=600;w=60` and `RateLimit: "key";r=599;t=42`. */
function readRateLimit(headers: Headers): RateLimit | undefined {
  const policy = headers.get('ratelimit-policy') ?? ''
  const state = headers.get('ratelimit') ?? ''
  const numbers = {
    limit: readParameter(policy, 'q'),
    windowSeconds: readParameter(policy, 'w'),
    remaining: readParameter(state, 'r'),
    resetSeconds: readParameter(state, 't'),
  }
  return Object.values(numbers).some(Number.isNaN) ? undefined : numbers
}

function readParameter(header: string, name: string): number {
  return Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(header)?.[1] ?? Number.NaN)
}

const responses = new WeakMap<Promise<unknown>, () => ResponseInfo | undefined>()

/** Runs a call and stores its response metadata for `withResponse`. */
export function recordResponse<Result>(
  run: (note: (response: ResponseInfo | undefined) => void) => Promise<Result>,
): Promise<Result> {
  let info: ResponseInfo | undefined
  const call = run((response) => {
    info = response
  })
  responses.set(call, () => info)
  return call
}

/**
 * Returns a call's result with its response metadata: `await withResponse(affiliate.trackSale(sale))`.
 * @throws {AffiliateError} like the call; its `response` has the same metadata
 * @throws {TypeError} if the promise wasn't returned by a client's method
 */
export async function withResponse<Result>(
  call: Promise<Result>,
): Promise<{ result: Result; response: ResponseInfo }> {
  const result = await call
  const response = responses.get(call)?.()
  if (response === undefined) {
    throw new TypeError('withResponse requires a promise returned by a client method.')
  }
  return { result, response }
}
