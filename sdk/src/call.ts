import { AffiliateError, RateLimitError } from './errors.ts'

/** One call of the track API, as the client sends it. */
export interface Call {
  url: string
  apiKey: string
  body: Record<string, unknown>
  timeoutMs: number
  maxRetries: number
  signal: AbortSignal | undefined
  fetch: typeof fetch
}

export type Json = Record<string, unknown>

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** A service that wants a longer pause is not waited for: the caller is told. */
const LONGEST_RETRY_AFTER_SECONDS = 60

/**
 * Posts a call and returns the body of its 2xx answer. 429, 5xx and faults of the network are tried again; every
 * track call may be repeated, because the service records each of them once.
 * @throws {AffiliateError} what the service answered, or why there is no answer
 * @throws the reason of `signal` when it is aborted
 */
export async function post(call: Call): Promise<Json> {
  for (let attempt = 0; ; attempt++) {
    call.signal?.throwIfAborted()
    const answer = await attemptOnce(call)
    if (!(answer instanceof AffiliateError)) return answer
    const waitMs = waitBefore(answer, attempt)
    if (attempt >= call.maxRetries || waitMs === undefined) throw answer
    await wait(waitMs, call.signal)
  }
}

async function attemptOnce({
  url,
  apiKey,
  body,
  timeoutMs,
  signal,
  fetch,
}: Call): Promise<Json | AffiliateError> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual', // a redirected POST would arrive as a GET
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    })
    const answer = parseObject(await response.text())
    return response.ok && answer !== undefined ? answer : describeAnswer(response, answer)
  } catch (cause) {
    signal?.throwIfAborted()
    if (timeout.aborted) return new AffiliateError('timeout', `No answer within ${timeoutMs} ms.`, { cause })
    return new AffiliateError('network_error', 'The connection to the service failed.', { cause })
  }
}

function describeAnswer({ status, headers }: Response, answer: Json | undefined): AffiliateError {
  const requestId = headers.get('x-request-id') ?? undefined
  const error = isObject(answer?.error) ? answer.error : {}
  const message = typeof error.message === 'string' ? error.message : `The service answered ${status}.`
  if (status === 429) return new RateLimitError(message, readRetryAfter(error, headers), requestId)
  if (typeof error.code !== 'string') {
    const hint = status >= 300 && status < 400 ? ' Correct baseUrl: redirects are not followed.' : ''
    const retryAfterSeconds = status === 503 ? readRetryAfter({}, headers) : undefined
    return new AffiliateError('unexpected_answer', message + hint, { status, requestId, retryAfterSeconds })
  }
  const { code, message: _, details, ...rest } = error
  return new AffiliateError(code, message, {
    status,
    details: isObject(details) ? details : rest,
    requestId,
    retryAfterSeconds: status === 503 ? readRetryAfter(isObject(details) ? details : {}, headers) : undefined,
  })
}

/** A proxy may name a date instead: that is taken for a second, as no wish at all is. */
function readRetryAfter(said: Json, headers: Headers): number {
  const seconds = Number(said.retry_after_seconds ?? headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds >= 1 ? Math.ceil(seconds) : 1
}

/** How long to wait before the next attempt; undefined when another one would end the same. */
function waitBefore(error: AffiliateError, attempt: number): number | undefined {
  const { status } = error
  const isWorthIt = status === undefined || status === 429 || status >= 500
  if (!isWorthIt) return undefined
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  // Half of it at random, so that callers who failed together do not come back together.
  const backOff = most / 2 + (Math.random() * most) / 2
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === undefined) return backOff
  if (retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS) return undefined
  return Math.max(backOff, retryAfterSeconds * 1000 + (Math.random() * most) / 2)
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

/** A JSON object, or undefined for anything else. */
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
