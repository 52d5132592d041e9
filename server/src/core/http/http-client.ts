import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, type RequestOptions, request as requestHttps } from 'node:https'
import { isTimeout, withTimeout } from '../async/timeout.ts'

export interface HttpRequest extends Pick<RequestOptions, 'agent' | 'lookup'> {
  url: string
  method: string
  headers: Record<string, string>
  body?: Uint8Array | string
  /** Maximum size of the response body. */
  maxBytes: number
  /** `beginning` reads the response only up to the limit; `whole` rejects a longer one. */
  reads: 'whole' | 'beginning'
  /** Timeouts for connecting and for each pause. If unset, only the total timeout applies. */
  silence?: { connectMs: number; silenceMs: number }
}

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Thrown if the response exceeds `maxBytes`; contains the part that was read. */
export class ResponseTooLongError extends Error {
  override name = 'AnswerTooLong'
  readonly answer: HttpResponse

  constructor(response: HttpResponse) {
    super('response too large')
    this.answer = response
  }
}

/**
 * Sends a request to another host, without following redirects. Doesn't use `fetch`: in Node 20 it never settles if the
 * server closes right after accepting, and its timeouts let the process exit meanwhile.
 * @throws {ResponseTooLongError} or an error that `describeRequestFailure` describes
 */
export function callHttp(
  request: HttpRequest,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<HttpResponse> {
  return withTimeout(timeoutMs, (timeoutSignal) => exchange(request, timeoutSignal), signal)
}

/** Sends one request. The caller aborts `signal` on timeout. */
export function exchange(
  { url, body, method, headers, reads, maxBytes, silence, ...way }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const [send, agent] = url.startsWith('https:') ? [requestHttps, HTTPS_AGENT] : [requestHttp, HTTP_AGENT]
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = send(url, { agent, ...way, method, headers: { ...headers, ...length } })
    let response: IncomingMessage | undefined
    const chunks: Buffer[] = []
    const finish = () => {
      if (response !== undefined) resolve(toResponse(response, chunks, maxBytes))
    }
    /** The first outcome wins; later events are ignored. */
    const fail = (error: unknown) => {
      if (response !== undefined && reads === 'beginning') finish()
      else reject(error)
      request.destroy()
    }
    const end = () =>
      fail(response !== undefined && isTimeout(signal.reason) ? responseTimeoutError() : signal.reason)
    signal.addEventListener('abort', end, { once: true })
    request.on('response', (incoming) => {
      response = incoming
      readBody(incoming, chunks, { maxBytes, reads, finish, fail })
    })
    // A 101 emits no response event, so without this listener the promise would never settle.
    request.on('upgrade', (incoming, socket) => {
      socket.destroy()
      response = incoming
      finish()
    })
    if (silence !== undefined) watchSilence(request, silence, fail)
    request.on('error', (error) => fail(response === undefined ? error : connectionBrokenError()))
    request.on('close', () => {
      signal.removeEventListener('abort', end)
      if (response === undefined) reject(connectionClosedError())
      else if (reads === 'beginning') finish()
      else reject(connectionBrokenError())
    })
    if (signal.aborted) end()
    else request.end(body)
  })
}

/** Node's own agents close idle sockets after five seconds, regardless of the request's timeout. */
const HTTP_AGENT = new HttpAgent({ keepAlive: true })
const HTTPS_AGENT = new HttpsAgent({ keepAlive: true })

/** Ends a request that receives no data for too long. The idle timeout starts once it is connected. */
function watchSilence(
  request: ClientRequest,
  { connectMs, silenceMs }: { connectMs: number; silenceMs: number },
  fail: (error: unknown) => void,
): void {
  const timer = setTimeout(() => fail(connectTimeoutError()), connectMs)
  const stop = () => clearTimeout(timer)
  request.on('socket', (socket) => (socket.connecting ? socket.once('connect', stop) : stop()))
  request.on('close', stop)
  request.setTimeout(silenceMs, () => fail(new Error(`no data for ${silenceMs / 1_000} s`)))
}

function readBody(
  response: IncomingMessage,
  chunks: Buffer[],
  {
    maxBytes,
    reads,
    finish,
    fail,
  }: Pick<HttpRequest, 'maxBytes' | 'reads'> & { finish: () => void; fail: (error: unknown) => void },
): void {
  let received = 0
  response.on('data', (chunk: Buffer) => {
    received += chunk.length
    chunks.push(chunk)
    if (received > maxBytes) fail(new ResponseTooLongError(toResponse(response, chunks, maxBytes)))
  })
  response.on('end', finish)
  response.on('error', () => fail(connectionBrokenError()))
  // The body isn't needed and may never arrive.
  if (reads === 'beginning' && maxBytes === 0)
    fail(new ResponseTooLongError(toResponse(response, chunks, maxBytes)))
}

function toResponse(response: IncomingMessage, chunks: Buffer[], maxBytes: number): HttpResponse {
  const { statusCode: status = 0, headers } = response
  return { status, headers, body: Buffer.concat(chunks).subarray(0, maxBytes) }
}

function responseTimeoutError(): Error {
  return new Error('the response did not finish in time')
}

function connectTimeoutError(): Error {
  return Object.assign(new Error('connection timed out'), { code: 'ETIMEDOUT' })
}

function connectionBrokenError(): Error {
  return new Error('the response ended early')
}

function connectionClosedError(): Error {
  return Object.assign(new Error('connection closed'), { code: 'ECONNRESET' })
}
