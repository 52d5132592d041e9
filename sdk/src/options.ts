import type { AffiliateError } from './errors.ts'
import type { ResponseInfo } from './response.ts'

export interface ClientOptions {
  /**
   * A program's API key for the tracking methods, live or test. A test key records test events. Keep it on your server.
   * The constructor throws if the key is passed as undefined, for example from an unset environment variable.
   */
  apiKey?: string | undefined
  /**
   * The credential for all other methods, sent as a bearer token: a management key (`aff_mgmt_…`) or the `token` of a
   * sign-in. A client needs this, `apiKey`, or both.
   */
  managementKey?: string | undefined
  /** The default program. */
  programId?: number | string | undefined
  /** The service's URL, such as `https://track.example.com`. */
  baseUrl: string
  /** Timeout for one attempt in milliseconds. Default: 10,000. */
  timeoutMs?: number | undefined
  /** Timeout for a whole call, including all attempts and delays. Default: none. */
  deadlineMs?: number | undefined
  /** Maximum number of retries, if retrying is safe. Default: 3. */
  maxRetries?: number | undefined
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Called before each attempt. Headers it sets are sent, and errors it throws reject the call. */
  onRequest?: ((request: RequestEvent) => void) | undefined
  /** Called after each response, whatever its status. */
  onResponse?: ((response: ResponseEvent) => void) | undefined
  /** Called before the delay that precedes a retry. */
  onRetry?: ((retry: RetryEvent) => void) | undefined
}

/** Options for a single call, overriding the client's. */
export interface CallOptions {
  /**
   * For methods that create or change something: within 24 hours, the operation runs once per key, even across
   * processes. 1 to 255 printable characters. Default: a random key per call, shared by its retries.
   */
  idempotencyKey?: string | undefined
  /** Aborts the call, including its delays; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  deadlineMs?: number | undefined
  maxRetries?: number | undefined
}

/** An attempt, as passed to hooks. */
export interface RequestEvent {
  /** The method's name: `trackSale`, `partners.list`. */
  operation: string
  method: string
  url: string
  /** Starts at 1. */
  attempt: number
  /** The headers without the credential, so that they can be logged. */
  headers: Headers
}

export interface ResponseEvent extends RequestEvent {
  response: ResponseInfo
  durationMs: number
}

export interface RetryEvent extends RequestEvent {
  error: AffiliateError
  /** Delay before the next attempt. */
  waitMs: number
}

export type Settings = Omit<ClientOptions, 'apiKey' | 'managementKey' | 'programId' | 'baseUrl'> &
  CallOptions & { timeoutMs: number; maxRetries: number; fetch: typeof fetch }

const DEFAULTS = { timeoutMs: 10_000, maxRetries: 3 }
const MAX_DURATION_MS = 2 ** 31 - 1
const MAX_RETRIES = 10

/** @throws {TypeError} if an option is invalid */
export function readSettings(client: ClientOptions, call: CallOptions = {}): Settings {
  const timeoutMs = call.timeoutMs ?? client.timeoutMs ?? DEFAULTS.timeoutMs
  const deadlineMs = call.deadlineMs ?? client.deadlineMs
  const maxRetries = call.maxRetries ?? client.maxRetries ?? DEFAULTS.maxRetries
  checkDuration('timeoutMs', timeoutMs)
  if (deadlineMs !== undefined) checkDuration('deadlineMs', deadlineMs)
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= MAX_RETRIES)) {
    throw new TypeError(`maxRetries must be an integer from 0 to ${MAX_RETRIES}.`)
  }
  const { onRequest, onResponse, onRetry } = client
  return {
    timeoutMs,
    deadlineMs,
    maxRetries,
    signal: call.signal,
    fetch: client.fetch ?? fetch,
    onRequest,
    onResponse,
    onRetry,
  }
}

function checkDuration(name: string, ms: number) {
  if (!(ms > 0 && ms <= MAX_DURATION_MS)) throw new TypeError(`${name} must be a positive number.`)
}
