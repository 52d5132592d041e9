import { AffiliateError, RateLimitError } from './errors.ts'
import { VERSION } from './generated/version.ts'
import type { RequestEvent, Settings } from './options.ts'
import { type ResponseInfo, readResponse } from './response.ts'

/** A request, before it is sent. */
export interface Call {
  /** The method's name: `trackSale`, `partners.list`. */
  name: string
  method: string
  url: string
  key: string | undefined
  body: { type: string; text: string } | undefined
  /** Media type of a 2xx response. */
  mediaType: 'json' | 'text/csv' | 'text/html'
  /** Idempotent. */
  isIdempotent: boolean
  /** Headers sent with each attempt. */
  idempotencyKey?: string | undefined
  settings: Settings
}

export type Json = Record<string, unknown>

/** A 2xx response. */
export interface CallResult {
  text: string
  /** Set for JSON responses. */
  body: Json
  response: ResponseInfo
}

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** If Retry-After is longer than this, the call fails instead of waiting. */
const MAX_RETRY_AFTER_SECONDS = 60

/**
 * Sends a request and returns its 2xx response. Retries 408, 429, 5xx and network errors if that is safe: always for
 * idempotent requests, otherwise only if the request was rejected or never reached the service.
 * @throws {AffiliateError} the service's error, or the reason why there was no response
 * @throws the reason of `signal` if it is aborted
 */
export async function send(call: Call): Promise<CallResult> {
  const { signal, maxRetries, deadlineMs = Number.POSITIVE_INFINITY, onRetry } = call.settings
  const endsAt = performance.now() + deadlineMs
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const request = describeRequest(call, attempt)
    const outcome = await attemptOnce(call, request, endsAt - performance.now())
    if (!(outcome instanceof AffiliateError)) return outcome
    const waitMs = retryDelay(outcome, attempt, call.isIdempotent)
    // The last error is more useful than a timeout error.
    const isInTime = waitMs !== undefined && performance.now() + waitMs < endsAt
    if (attempt > maxRetries || !isInTime) throw outcome
    onRetry?.({ ...request, error: outcome, waitMs })
    await wait(waitMs, signal)
  }
}

function describeRequest({ name, method, url, body, idempotencyKey }: Call, attempt: number): RequestEvent {
  const headers = new Headers({ 'user-agent': USER_AGENT })
  if (body !== undefined) headers.set('content-type', body.type)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  return { operation: name, method, url, attempt, headers }
}

/** Identifies the SDK and runtime in the service's logs. */
const USER_AGENT = `affiliate-sdk/${VERSION}${nodeVersion()}`

function nodeVersion(): string {
  const version = typeof process === 'object' ? process.versions?.node : undefined
  return version === undefined ? '' : ` node/${version}`
}

async function attemptOnce(
  call: Call,
  request: RequestEvent,
  remainingMs: number,
): Promise<CallResult | AffiliateError> {
  const { onRequest, onResponse } = call.settings
  onRequest?.(request)
  const startedAt = performance.now()
  const outcome = await exchange(call, request, remainingMs)
  if (outcome.response !== undefined) {
    onResponse?.({ ...request, response: outcome.response, durationMs: performance.now() - startedAt })
  }
  return outcome
}

async function exchange(
  { key, body, mediaType, settings: { timeoutMs, deadlineMs, signal, fetch } }: Call,
  request: RequestEvent,
  remainingMs: number,
): Promise<CallResult | AffiliateError> {
  const headers = new Headers(request.headers)
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
  // Unlike this timer, `AbortSignal.timeout` doesn't keep the process alive, and fetch in Node 20 may never
  // settle.
  const ending = new AbortController()
  const timeout = ending.signal
  const timeIsOver = () => ending.abort(new DOMException('No response in time.', 'TimeoutError'))
  const timer = setTimeout(timeIsOver, Math.max(1, Math.ceil(Math.min(timeoutMs, remainingMs))))
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(headers), // a plain object, for custom fetch functions
      redirect: 'manual', // a redirect would turn a POST into a GET
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      ...(body === undefined ? {} : { body: body.text }),
    })
    const text = await response.text()
    const info = readResponse(response, request.attempt)
    const json = parseObject(text)
    // Anything else isn't a response from the service, whatever its status.
    const isFromService = mediaType === 'json' ? json !== undefined : hasContentType(info, mediaType)
    return response.ok && isFromService
      ? { text, body: json ?? {}, response: info }
      : describeFailure(json ?? {}, info)
  } catch (cause) {
    signal?.throwIfAborted()
    if (!timeout.aborted) {
      return new AffiliateError('network_error', 'The connection to the service failed.', { cause })
    }
    const limit = remainingMs < timeoutMs ? `the deadline of ${deadlineMs} ms` : `${timeoutMs} ms`
    return new AffiliateError('timeout', `No response within ${limit}.`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

function hasContentType({ headers }: ResponseInfo, type: string): boolean {
  return headers.get('content-type')?.startsWith(type) === true
}

function describeFailure(body: Json, response: ResponseInfo): AffiliateError {
  const { status, headers, requestId } = response
  const error = isObject(body.error) ? body.error : {}
  const message = typeof error.message === 'string' ? error.message : `The service returned ${status}.`
  if (status === 429) return new RateLimitError(message, readRetryAfter(error, headers), requestId, response)
  if (typeof error.code !== 'string') {
    const hint = status >= 300 && status < 400 ? " Correct baseUrl: redirects aren't followed." : ''
    const retryAfterSeconds = status === 503 ? readRetryAfter({}, headers) : undefined
    const errorDetails = { status, requestId, retryAfterSeconds, response }
    return new AffiliateError('unexpected_response', message + hint, errorDetails)
  }
  const { code, message: _, details, ...rest } = error
  return new AffiliateError(code, message, {
    status,
    details: isObject(details) ? details : rest,
    requestId,
    retryAfterSeconds: status === 503 ? readRetryAfter(isObject(details) ? details : {}, headers) : undefined,
    response,
  })
}

/** Some proxies send a date. It is treated as one second, like a missing header. */
function readRetryAfter(body: Json, headers: Headers): number {
  const seconds = Number(body.retry_after_seconds ?? headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds >= 1 ? Math.ceil(seconds) : 1
}

/** Returns the delay before the next attempt; undefined if a retry can't help. */
function retryDelay(error: AffiliateError, attempt: number, isIdempotent: boolean): number | undefined {
  if (!isRetryable(error, isIdempotent)) return undefined
  const most = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  // Half of the delay is random, to spread the retries of many callers.
  const backOff = most / 2 + (Math.random() * most) / 2
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === undefined) return backOff
  if (retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return undefined
  return Math.max(backOff, retryAfterSeconds * 1000 + (Math.random() * most) / 2)
}

/** Other errors may hide a completed request, so only idempotent requests are retried. */
function isRetryable({ code, status, cause }: AffiliateError, isIdempotent: boolean): boolean {
  // The first attempt is still in progress; the next one gets its response.
  if (code === 'idempotency_key_in_use') return true
  if (status === 429) return true
  if (status === undefined) return isIdempotent || failedToConnect(cause)
  return isIdempotent && (status === 408 || status >= 500)
}

const BEFORE_CONNECTING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Returns whether fetch failed before it connected, so that the service never received the request. */
function failedToConnect(cause: unknown): boolean {
  const reason = cause instanceof Error ? cause.cause : undefined
  return isObject(reason) && typeof reason.code === 'string' && BEFORE_CONNECTING.has(reason.code)
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Parses a JSON object; returns undefined for anything else. */
export function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
