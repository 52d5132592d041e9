import type { AffiliateError } from './errors.ts'
import type { ResponseInfo } from './response.ts'

export interface ClientOptions {
  /**
   * A program API key, live or test, which the track calls are made with; the test key records test events. Keep it on
   * your server. May be undefined, as a variable of the environment may: then the constructor throws.
   */
  apiKey?: string | undefined
  /**
   * The credential of every other call, sent as a bearer token: a management key (`aff_mgmt_…`), or the `token` of a
   * person's sign-in. A client needs this, `apiKey`, or both.
   */
  managementKey?: string | undefined
  /** The program of calls that name none. */
  programId?: number | string | undefined
  /** Where the service answers, such as `https://track.example.com`. */
  baseUrl: string
  /** Of one attempt. Default 10,000. */
  timeoutMs?: number | undefined
  /** Of a whole call: all its attempts and the waits between them. Default: none. */
  deadlineMs?: number | undefined
  /** Attempts after the first, where repeating is safe. Default 3. */
  maxRetries?: number | undefined
  /** In place of the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Before each attempt. What it sets in `headers` is sent. What a hook throws, the call rejects with. */
  onRequest?: ((request: RequestEvent) => void) | undefined
  /** After each answer, whatever its status. */
  onResponse?: ((response: ResponseEvent) => void) | undefined
  /** Before the wait for another attempt. */
  onRetry?: ((retry: RetryEvent) => void) | undefined
}

/** What one call may do otherwise than its client. */
export interface CallOptions {
  /**
   * Of a call that makes or does something: within 24 hours it is done once for each such text, 1 to 255 printable
   * characters, whoever of your processes sends it. Default: one of the call itself, the same for all its attempts.
   */
  idempotencyKey?: string | undefined
  /** Ends the call, its waits included; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  deadlineMs?: number | undefined
  maxRetries?: number | undefined
}

/** An attempt as the hooks see it. */
export interface RequestEvent {
  /** As you called it: `trackSale`, `partners.list`. */
  operation: string
  method: string
  url: string
  /** From 1. */
  attempt: number
  /** Without the key, so that it may be logged. */
  headers: Headers
}

export interface ResponseEvent extends RequestEvent {
  response: ResponseInfo
  durationMs: number
}

export interface RetryEvent extends RequestEvent {
  error: AffiliateError
  /** Until the next attempt. */
  waitMs: number
}

export type Settings = Omit<ClientOptions, 'apiKey' | 'managementKey' | 'programId' | 'baseUrl'> &
  CallOptions & { timeoutMs: number; maxRetries: number; fetch: typeof fetch }

const DEFAULTS = { timeoutMs: 10_000, maxRetries: 3 }
const LONGEST_MS = 2 ** 31 - 1
const MOST_RETRIES = 10

/** @throws {TypeError} when one of them cannot be used */
export function readSettings(client: ClientOptions, call: CallOptions = {}): Settings {
  const timeoutMs = call.timeoutMs ?? client.timeoutMs ?? DEFAULTS.timeoutMs
  const deadlineMs = call.deadlineMs ?? client.deadlineMs
  const maxRetries = call.maxRetries ?? client.maxRetries ?? DEFAULTS.maxRetries
  checkDuration('timeoutMs', timeoutMs)
  if (deadlineMs !== undefined) checkDuration('deadlineMs', deadlineMs)
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= MOST_RETRIES)) {
    throw new TypeError(`maxRetries takes a whole number from 0 to ${MOST_RETRIES}.`)
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
  if (!(ms > 0 && ms <= LONGEST_MS)) throw new TypeError(`${name} takes a positive number.`)
}
