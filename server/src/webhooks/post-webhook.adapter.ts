import { type LookupAddress, promises } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { connectionFailure } from '../platform/connection-fault.rule.ts'
import { isPublicAddress } from '../platform/public-address.rule.ts'
import { keepable } from '../platform/stored-text.rule.ts'
import { checkWebhookUrl } from './webhook-url.rule.ts'

/** What came of one attempt. `status` is undefined when there was no answer. */
export interface PostOutcome {
  status: number | undefined
  /** Undefined is a success: an answer with 2xx. */
  error: string | undefined
  /** How the body of the answer begins; undefined when there was none. */
  answer?: string | undefined
}

export interface PostOptions {
  url: string
  headers: Record<string, string>
  body: string
  allowPrivate: boolean
  timeoutMs: number
  /** Of the whole, what looking up the host may take. */
  lookupTimeoutMs: number
  /** Of the answer's body at most so much is received. */
  answerBytes: number
  /** Of what was received, at most so much is handed back, for people. */
  answerChars: number
  /** Ends the attempt early, when the process stops. */
  signal?: AbortSignal
  resolve?: Resolve
}

export type Resolve = (host: string) => Promise<LookupAddress[]>

/**
 * Posts one webhook. Its host is resolved once and the connection goes to the addresses that were checked, so
 * that a name which changes its mind in between leads nowhere else. Redirects are not followed. Never throws.
 */
export async function postWebhook(options: PostOptions): Promise<PostOutcome> {
  const checked = checkWebhookUrl(options.url, options)
  if (checked.kind === 'invalid') return { status: undefined, error: checked.message }
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  try {
    const addresses = await orAbort(findAddresses(checked.host, options), signal)
    const { status, body } = await post(checked.url, addresses, signal, options)
    const answer = keepable(body.toString('utf8'), options.answerChars)
    return { ...describeStatus(status), answer: answer === '' ? undefined : answer }
  } catch (error) {
    if (timeout.aborted) return { status: undefined, error: `no answer within ${options.timeoutMs / 1000} s` }
    return { status: undefined, error: describe(error) }
  }
}

/** Why nothing was sent, in words of ours. */
class Refused extends Error {}

/** @throws {Refused} when any of the addresses is none of the public internet */
async function findAddresses(host: string, options: PostOptions): Promise<LookupAddress[]> {
  const family = isIP(host)
  const resolve =
    options.resolve ?? (options.allowPrivate ? resolveBySystem : resolvePublic(options.lookupTimeoutMs))
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
  if (addresses.length === 0) throw new Refused('the host has no address')
  if (!options.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new Refused('the host is in a private or reserved network')
  }
  return addresses
}

/** The system's own lookup knows this machine's names, which only development needs. */
const resolveBySystem: Resolve = (host) => promises.lookup(host, { all: true })

/**
 * Asks the name servers directly. The system's lookup waits in a small pool of threads that all webhooks share, so
 * one merchant's name servers could make everybody wait; this one waits alone, and not for long.
 */
const resolvePublic =
  (timeout: number): Resolve =>
  async (host) => {
    const resolver = new promises.Resolver({ timeout, tries: 1 })
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
  }

interface Answer {
  status: number
  /** As much of it as may be received. */
  body: Buffer
}

function post(
  url: string,
  addresses: LookupAddress[],
  signal: AbortSignal,
  { headers, body, answerBytes }: PostOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: answerWith(addresses),
      agent: false, // a connection of its own, so that none is reused which was opened under an older check
      signal,
    })
    let status: number | undefined
    const chunks: Buffer[] = []
    const bodyOf = () => Buffer.concat(chunks).subarray(0, answerBytes)
    request.on('response', (response) => {
      status = response.statusCode
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
        chunks.push(chunk)
        if (received > answerBytes) response.destroy()
      })
      response.on('error', () => {})
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body: bodyOf() }))
    })
    // 101 comes as no response: unheard it would end the connection without a word, and the attempt never.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode ?? 0, body: bodyOf() })
    })
    request.on('close', () => status === undefined && reject(new Refused('the connection was closed')))
    // Once the status has arrived, how the body ends changes nothing.
    request.on('error', (error) =>
      status === undefined ? reject(error) : resolve({ status, body: bodyOf() }),
    )
    request.end(body)
  })
}

/** A lookup that knows only these addresses, whatever it is asked. */
function answerWith(addresses: LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all === true) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family ?? 0)
  }
}

/** A lookup of the system cannot be ended early, but nobody has to wait for it. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function describeStatus(status: number): PostOutcome {
  if (status >= 200 && status < 300) return { status, error: undefined }
  const isRedirect = status >= 300 && status < 400
  return {
    status,
    error: isRedirect ? `answered ${status}: redirects are not followed` : `answered ${status}`,
  }
}

/** In words that tell the merchant what to mend, and nothing of the network this service runs in. */
function describe(error: unknown): string {
  return error instanceof Refused ? error.message : connectionFailure(error)
}
