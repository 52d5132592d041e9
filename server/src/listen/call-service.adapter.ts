import { limits } from '../platform/config.ts'
import { callFailure } from '../platform/connection-fault.rule.ts'
import type { ServiceAnswer } from './listening.ts'

/** The service that is listened to, and who calls it. */
export interface Service {
  url: string
  key: string
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string>
  timeoutMs: number
  signal: AbortSignal
}

/** Calls the management API. Never throws: an answer of any kind, or why there was none. */
export async function callService(
  { url, key }: Service,
  { method, path, body, headers = {}, timeoutMs, signal }: Call,
): Promise<ServiceAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'user-agent': 'affiliate-listen/1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The key goes to the address that was given, and to no other.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    })
    const text = await readText(response)
    const { status } = response
    return { kind: 'answered', status, body: parse(text), retryAfterSeconds: retryAfterOf(response) }
  } catch (error) {
    return { kind: 'silent', reason: callFailure(timeout.aborted ? timeout.reason : error, timeoutMs) }
  }
}

/** @throws when the answer is longer than any of the service */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > limits.listenAnswerBytes) throw new Error('its answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}
