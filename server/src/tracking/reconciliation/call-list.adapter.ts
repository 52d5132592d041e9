import { callHttp, ResponseTooLong } from '../../core/http/http-client.ts'
import { isWithinJsonBounds } from '../../core/http/json-bounds.rule.ts'
import { type Json, objectOf } from '../processors/event-values.rule.ts'
import type { ListTimeouts, ProcessorList } from '../processors/processor.ts'
import { reconciliationLimits as limits } from './limits.ts'

export type ListResponse =
  | { kind: 'read'; body: Json }
  | { kind: 'rate_limited'; retryAfterSeconds: number | undefined }
  /** The key is invalid or may not read this. */
  | { kind: 'key_rejected' }
  | { kind: 'not_found' }
  /** No response in time, a closed connection, a redirect, or an error of the processor. Worth a retry. */
  | { kind: 'unavailable' }
  /** A response that is no JSON object or too large, or an error that a retry doesn't fix. */
  | { kind: 'unreadable' }

const TIMEOUTS: ListTimeouts = {
  totalMs: limits.listTimeoutMs,
  connectMs: limits.listConnectMs,
  silenceMs: limits.listSilenceMs,
}

export interface ListCall {
  list: ProcessorList
  account: { isLive: boolean }
  apiKey: string
  path: string
}

/**
 * Reads from a processor's API, outside of any transaction. Doesn't follow redirects, which could send the key to
 * another host. Never throws because of the response.
 */
export async function callList({ list, account, apiKey, path }: ListCall): Promise<ListResponse> {
  const { totalMs, connectMs, silenceMs } = list.timeouts ?? TIMEOUTS
  const request = {
    url: `${list.origin(account)}${path}`,
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': 'affiliate', ...list.headers(apiKey) },
    maxBytes: limits.listPageBytes,
    reads: 'whole',
    silence: { connectMs, silenceMs },
  } as const
  const response = await callHttp(request, { timeoutMs: totalMs }).catch((error: unknown) =>
    error instanceof ResponseTooLong ? ('too_long' as const) : undefined,
  )
  if (response === undefined) return { kind: 'unavailable' }
  if (response === 'too_long') return { kind: 'unreadable' }
  const { status, headers, body } = response
  if (status === 200) return parse(body)
  if (status === 429) return { kind: 'rate_limited', retryAfterSeconds: secondsOf(headers['retry-after']) }
  if (status === 401 || status === 403) return { kind: 'key_rejected' }
  if (status === 404) return { kind: 'not_found' }
  return { kind: status >= 500 || status < 400 || status === 408 ? 'unavailable' : 'unreadable' }
}

function parse(raw: Buffer): ListResponse {
  const bounds = { levels: limits.listPageLevels, parts: limits.listPageParts }
  if (!isWithinJsonBounds(raw, bounds)) return { kind: 'unreadable' }
  try {
    const body = objectOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw)))
    return body === undefined ? { kind: 'unreadable' } : { kind: 'read', body }
  } catch {
    return { kind: 'unreadable' }
  }
}

/** Reads `Retry-After` in seconds. A date is rare, and the usual wait replaces it. */
function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header)
    ? Math.min(Number(header), limits.retryAfterSeconds)
    : undefined
}
