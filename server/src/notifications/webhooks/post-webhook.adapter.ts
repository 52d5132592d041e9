import { type LookupAddress, promises } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isTimeout, withTimeout } from '../../core/async/timeout.ts'
import { connectionFailure } from '../../core/http/connection-fault.rule.ts'
import { exchange, type HttpAnswer } from '../../core/http/http-client.ts'
import { keepable } from '../../core/text/stored-text.rule.ts'
import { isPublicAddress } from './public-address.rule.ts'
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
  try {
    const { status, body } = await withTimeout(
      options.timeoutMs,
      async (signal) => post(checked.url, await findAddresses(checked.host, options), signal, options),
      options.signal,
    )
    const answer = keepable(body.toString('utf8'), options.answerChars)
    return { ...describeStatus(status), answer: answer === '' ? undefined : answer }
  } catch (error) {
    return { status: undefined, error: describe(error, options.timeoutMs) }
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
  if (addresses.length === 0) throw new Refused('host not found')
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

function post(
  url: string,
  addresses: LookupAddress[],
  signal: AbortSignal,
  { headers, body, answerBytes }: PostOptions,
): Promise<HttpAnswer> {
  return exchange(
    {
      url,
      method: 'POST',
      headers,
      body,
      lookup: answerWith(addresses),
      agent: false, // a connection of its own, so that none is reused which was opened under an older check
      // Once the status has arrived, how the body ends changes nothing.
      reads: 'beginning',
      mostBytes: answerBytes,
    },
    signal,
  )
}

/** A lookup that knows only these addresses, whatever it is asked. */
function answerWith(addresses: LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all === true) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family ?? 0)
  }
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
function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof Refused) return error.message
  return isTimeout(error) ? `no response within ${timeoutMs / 1_000} s` : connectionFailure(error)
}
