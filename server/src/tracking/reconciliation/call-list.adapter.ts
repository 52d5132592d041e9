import { callHttp, type HttpResponse, ResponseTooLongError } from '../../core/http/http-client.ts'
import { isWithinJsonBounds } from '../../core/http/json-bounds.rule.ts'
import { callOutbound, OutboundRejectedError } from '../../core/http/outbound-request.adapter.ts'
import type { OutboundNetwork } from '../../core/http/outbound-url.rule.ts'
import { type Json, parseObject } from '../processors/event-values.rule.ts'
import type { ListCredentials, ListHeaders, ListTimeouts, ProcessorList } from '../processors/processor.ts'
import { reconciliationLimits as limits } from './limits.ts'

export type ListResponse =
  | ReadResponse
  | { kind: 'rate_limited'; retryAfterSeconds: number | undefined }
  /** The key is invalid or lacks permission to read this. */
  | { kind: 'key_rejected' }
  | { kind: 'not_found' }
  /** The site redirects, doesn't exist, or isn't public. */
  | { kind: 'wrong_site' }
  /** No response in time, a closed connection, a redirect, or a processor error. Worth a retry. */
  | { kind: 'unavailable' }
  /** The response isn't a JSON object or is too large, or the error is one that a retry can't fix. */
  | { kind: 'unreadable' }

export interface ReadResponse {
  kind: 'read'
  body: Json
  headers: ListHeaders
}

const TIMEOUTS: ListTimeouts = {
  totalMs: limits.listTimeoutMs,
  connectMs: limits.listConnectMs,
  silenceMs: limits.listSilenceMs,
}

/** The account whose list is read. */
export interface ListedAccount {
  list: ProcessorList
  account: { isLive: boolean }
  credentials: ListCredentials
  /** Where sites may be. */
  network: OutboundNetwork
}

type Failure = Exclude<ListResponse, ReadResponse>

/** Exchanges the key for a token, if the processor requires it. */
export async function authorizeList(opened: ListedAccount): Promise<ListedAccount | Failure> {
  const grant = opened.list.grant?.(opened.credentials)
  if (grant === undefined) return opened
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...grant.headers }
  const body = new URLSearchParams(grant.form).toString()
  const response = await call(opened, { method: 'POST', path: grant.path, headers, body })
  if (response.kind !== 'read') return response.kind === 'rejected' ? { kind: 'key_rejected' } : response
  const token = response.body.access_token
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,4000}$/.test(token)) return { kind: 'unreadable' }
  return { ...opened, credentials: { ...opened.credentials, apiKey: token } }
}

/**
 * Reads from a processor's API, outside of any transaction. Doesn't follow redirects, which could send the key to
 * another host. Never throws because of the response.
 */
export async function callList(opened: ListedAccount, path: string): Promise<ListResponse> {
  const { list, credentials } = opened
  const response = await call(opened, { method: 'GET', path, headers: list.headers(credentials) })
  return response.kind === 'rejected' ? { kind: 'unreadable' } : response
}

interface ListRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

async function call(
  { list, account, credentials, network }: ListedAccount,
  { path, headers, ...sent }: ListRequest,
): Promise<ListResponse | { kind: 'rejected' }> {
  const { totalMs: timeoutMs, connectMs, silenceMs } = list.timeouts ?? TIMEOUTS
  const request = {
    ...sent,
    url: `${list.baseUrl({ ...account, site: credentials.site })}${path}`,
    headers: { accept: 'application/json', 'user-agent': 'affiliate', ...headers },
    maxBytes: limits.listPageBytes,
    reads: 'whole',
    silence: { connectMs, silenceMs },
  } as const
  const hasSite = list.site !== undefined
  const guard = { network, timeoutMs, lookupTimeoutMs: limits.listLookupMs }
  try {
    const response = await (hasSite ? callOutbound(request, guard) : callHttp(request, { timeoutMs }))
    return toListResponse(response, hasSite)
  } catch (error) {
    if (error instanceof ResponseTooLongError) return { kind: 'unreadable' }
    return { kind: hasSite && isWrongHost(error) ? 'wrong_site' : 'unavailable' }
  }
}

/** The host isn't allowed or doesn't exist. */
function isWrongHost(error: unknown): boolean {
  return (
    error instanceof OutboundRejectedError ||
    (error instanceof Error && 'code' in error && error.code === 'ENOTFOUND')
  )
}

function toListResponse(
  { status, headers, body }: HttpResponse,
  hasSite: boolean,
): ListResponse | { kind: 'rejected' } {
  if (status === 200) return parse(body, headers)
  if (status === 429)
    return { kind: 'rate_limited', retryAfterSeconds: parseRetryAfter(headers['retry-after']) }
  if (status === 401 || status === 403) return { kind: 'key_rejected' }
  if (status === 404) return { kind: 'not_found' }
  if (hasSite && status >= 300 && status < 400) return { kind: 'wrong_site' }
  return { kind: status >= 500 || status < 400 || status === 408 ? 'unavailable' : 'rejected' }
}

function parse(raw: Buffer, headers: ListHeaders): ListResponse {
  const bounds = { levels: limits.listPageLevels, parts: limits.listPageParts }
  if (!isWithinJsonBounds(raw, bounds)) return { kind: 'unreadable' }
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
    const body = parseObject(Array.isArray(json) ? { items: json } : json)
    return body === undefined ? { kind: 'unreadable' } : { kind: 'read', body, headers }
  } catch {
    return { kind: 'unreadable' }
  }
}

/** Reads `Retry-After` in seconds, which may be `2.0`. Dates are rare; for those, the usual wait applies. */
function parseRetryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}(\.\d{1,9})?$/.test(header)
    ? Math.min(Math.ceil(Number(header)), limits.retryAfterSeconds)
    : undefined
}
