import { describeRequestFailure } from '../../core/http/connection-fault.rule.ts'
import { callHttp, type HttpResponse } from '../../core/http/http-client.ts'
import { listenLimits } from './limits.ts'
import type { ServiceResponse } from './listen.ts'

/** The service to listen to, and the credentials. */
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

/** Sends a request to the management API. Never throws: returns the response, or the reason there was none. */
export async function callService(
  { url, key }: Service,
  { method, path, body, headers = {}, timeoutMs, signal }: Call,
): Promise<ServiceResponse> {
  try {
    const response = await callHttp(
      {
        url: `${url}${path}`,
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'user-agent': 'affiliate-listen/1',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        reads: 'whole',
        maxBytes: listenLimits.listenResponseBytes,
      },
      { timeoutMs, signal },
    )
    const { status } = response
    const text = response.body.toString('utf8')
    return { kind: 'answered', status, body: parse(text), retryAfterSeconds: parseRetryAfter(response) }
  } catch (error) {
    return { kind: 'silent', reason: describeRequestFailure(error, timeoutMs) }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseRetryAfter({ headers }: HttpResponse): number | undefined {
  const text = headers['retry-after'] ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}
