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
  /** How much of the answer is read. */
  mostBytes: number
  /** Of an answer whose beginning is enough, how it goes on and ends does not matter. */
  reads: 'whole' | 'beginning'
  /** How long it may take to be connected, and then nothing come or go. Without it, as long as all of it may take. */
  silence?: { connectMs: number; silenceMs: number }
}

export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The answer is longer than `mostBytes`: so much of it is here. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
  readonly answer: HttpAnswer

  constructor(answer: HttpAnswer) {
    super('its answer is too long')
    this.answer = answer
  }
}

/**
 * Calls another machine. Not by `fetch`: Node 20's never settles when the other side closes right after it has accepted, and
 * its timeouts let the process end meanwhile. No redirect is followed.
 * @throws {AnswerTooLong} where the whole answer is to be read, or why there is none: the words of `callFailure`
 */
export function callHttp(
  request: HttpRequest,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<HttpAnswer> {
  return withTimeout(timeoutMs, (ending) => exchange(request, ending), signal)
}

/** One request and its answer. Who calls it sees to it that `signal` ends it in time. */
export function exchange(
  { url, body, method, headers, reads, mostBytes, silence, ...way }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const [send, agent] = url.startsWith('https:') ? [requestHttps, HTTPS_AGENT] : [requestHttp, HTTP_AGENT]
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = send(url, { agent, ...way, method, headers: { ...headers, ...length } })
    let response: IncomingMessage | undefined
    const chunks: Buffer[] = []
    const finish = () => {
      if (response !== undefined) resolve(answerOf(response, chunks, mostBytes))
    }
    /** What is said first holds; what follows from it is heard by nobody. */
    const fail = (error: unknown) => {
      if (response !== undefined && reads === 'beginning') finish()
      else reject(error)
      request.destroy()
    }
    const end = () => fail(response !== undefined && isTimeout(signal.reason) ? unended() : signal.reason)
    signal.addEventListener('abort', end, { once: true })
    request.on('response', (answer) => {
      response = answer
      readBody(answer, chunks, { mostBytes, reads, finish, fail })
    })
    // 101 comes as no response: unheard it would end the connection without a word, and the call never.
    request.on('upgrade', (answer, socket) => {
      socket.destroy()
      response = answer
      finish()
    })
    if (silence !== undefined) watchSilence(request, silence, fail)
    request.on('error', (error) => fail(response === undefined ? error : brokenOff()))
    request.on('close', () => {
      signal.removeEventListener('abort', end)
      if (response === undefined) reject(closed())
      else if (reads === 'beginning') finish()
      else reject(brokenOff())
    })
    if (signal.aborted) end()
    else request.end(body)
  })
}

/** Node's own agents would say after five seconds that a socket is silent, whatever the request was given. */
const HTTP_AGENT = new HttpAgent({ keepAlive: true })
const HTTPS_AGENT = new HttpsAgent({ keepAlive: true })

/** The request's own limit begins when it is connected. */
function watchSilence(
  request: ClientRequest,
  { connectMs, silenceMs }: { connectMs: number; silenceMs: number },
  fail: (error: unknown) => void,
): void {
  const timer = setTimeout(() => fail(notConnected()), connectMs)
  const stop = () => clearTimeout(timer)
  request.on('socket', (socket) => (socket.connecting ? socket.once('connect', stop) : stop()))
  request.on('close', stop)
  request.setTimeout(silenceMs, () => fail(new Error(`nothing came or went for ${silenceMs / 1_000} s`)))
}

function readBody(
  answer: IncomingMessage,
  chunks: Buffer[],
  {
    mostBytes,
    reads,
    finish,
    fail,
  }: Pick<HttpRequest, 'mostBytes' | 'reads'> & { finish: () => void; fail: (error: unknown) => void },
): void {
  let received = 0
  answer.on('data', (chunk: Buffer) => {
    received += chunk.length
    chunks.push(chunk)
    if (received > mostBytes) fail(new AnswerTooLong(answerOf(answer, chunks, mostBytes)))
  })
  answer.on('end', finish)
  answer.on('error', () => fail(brokenOff()))
  // Not one byte of it is wanted, and none may ever come.
  if (reads === 'beginning' && mostBytes === 0) fail(new AnswerTooLong(answerOf(answer, chunks, mostBytes)))
}

function answerOf(response: IncomingMessage, chunks: Buffer[], mostBytes: number): HttpAnswer {
  const { statusCode: status = 0, headers } = response
  return { status, headers, body: Buffer.concat(chunks).subarray(0, mostBytes) }
}

function unended(): Error {
  return new Error('its answer did not come to an end in time')
}

function notConnected(): Error {
  return Object.assign(new Error('it was not connected in time'), { code: 'ETIMEDOUT' })
}

function brokenOff(): Error {
  return new Error('its answer broke off')
}

function closed(): Error {
  return Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })
}
