/** What came with an answer, whether the call succeeded or not. */
export interface ResponseInfo {
  status: number
  headers: Headers
  /** The id of the request in the logs of the service. */
  requestId: string | undefined
  /** Of the call's key or address; undefined where the service counts nothing. */
  rateLimit: RateLimit | undefined
  /** Which try this was the answer to, from 1. */
  attempt: number
}

export interface RateLimit {
  /** Calls that a window takes. */
  limit: number
  windowSeconds: number
  /** Calls left in this window. */
  remaining: number
  /** Until the next window. */
  resetSeconds: number
}

export function readResponse({ status, headers }: Response, attempt: number): ResponseInfo {
  const requestId = headers.get('x-request-id') ?? undefined
  return { status, headers, requestId, rateLimit: readRateLimit(headers), attempt }
}

/** `RateLimit-Policy: "key";q=600;w=60` and `RateLimit: "key";r=599;t=42`. */
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

/** Runs a call and remembers for `withResponse` what came with its answer. */
export function noteResponse<Result>(
  run: (note: (response: ResponseInfo | undefined) => void) => Promise<Result>,
): Promise<Result> {
  let noted: ResponseInfo | undefined
  const call = run((response) => {
    noted = response
  })
  responses.set(call, () => noted)
  return call
}

/**
 * What a call resolved with and what came with it: `await withResponse(affiliate.trackSale(sale))`.
 * @throws {AffiliateError} as the call does; its `response` has the same
 * @throws {TypeError} when it is given another promise than a method of the client returned
 */
export async function withResponse<Result>(
  call: Promise<Result>,
): Promise<{ result: Result; response: ResponseInfo }> {
  const result = await call
  const response = responses.get(call)?.()
  if (response === undefined) {
    throw new TypeError('withResponse takes the promise that a method of the client returned.')
  }
  return { result, response }
}
