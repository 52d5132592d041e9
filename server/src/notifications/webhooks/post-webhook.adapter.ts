import { type LookupAddress, promises } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isTimeout, withTimeout } from '../../core/async/timeout.ts'
import { connectionFailure } from '../../core/http/connection-fault.rule.ts'
import { exchange, type HttpResponse } from '../../core/http/http-client.ts'
import { toStorableText } from '../../core/text/stored-text.rule.ts'
import { isPublicAddress } from './public-address.rule.ts'
import { checkWebhookUrl, type WebhookNetwork, type WebhookUrl } from './webhook-url.rule.ts'

/** The result of an attempt. `status` is undefined if there was no response. */
export interface PostOutcome {
  status: number | undefined
  /** Undefined for a 2xx response. */
  error: string | undefined
  /** The start of the response body; undefined if there was no response. */
  response?: string | undefined
}

export interface PostOptions {
  url: string
  headers: Record<string, string>
  body: string
  network: WebhookNetwork
  timeoutMs: number
  /** The part of the timeout that DNS resolution may use. */
  lookupTimeoutMs: number
  /** Maximum size of the response body that is received. */
  responseBytes: number
  /** Maximum length of the response body that is returned. */
  answerChars: number
  /** Aborts the attempt when the process stops. */
  signal?: AbortSignal
  resolve?: Resolve
}

export type Resolve = (host: string) => Promise<LookupAddress[]>

/**
 * Posts one webhook. Resolves the host once and connects only to the checked addresses, which prevents DNS rebinding.
 * Doesn't follow redirects. Never throws.
 */
export async function postWebhook(options: PostOptions): Promise<PostOutcome> {
  const checked = checkWebhookUrl(options.url, options)
  if (checked.kind === 'invalid') return { status: undefined, error: checked.message }
  try {
    const { status, body } = await withTimeout(
      options.timeoutMs,
      async (signal) => post(checked.url, await findAddresses(checked, options), signal, options),
      options.signal,
    )
    const response = toStorableText(body.toString('utf8'), options.answerChars)
    return { ...describeStatus(status), response: response === '' ? undefined : response }
  } catch (error) {
    return { status: undefined, error: describe(error, options.timeoutMs) }
  }
}

/** Thrown if nothing was sent, with the reason. */
class Rejected extends Error {}

type CheckedUrl = Extract<WebhookUrl, { kind: 'valid' }>

/** Resolves the host. @throws {Rejected} if any address isn't public, except for a loopback host that is allowed */
async function findAddresses(
  { host, isLoopback }: CheckedUrl,
  options: PostOptions,
): Promise<LookupAddress[]> {
  const { network, lookupTimeoutMs } = options
  const family = isIP(host)
  const isAllowed = network === 'private' || (network === 'loopback' && isLoopback)
  if (family === 0 && network === 'loopback' && isLoopback) return LOOPBACK
  const resolve =
    options.resolve ?? (network === 'private' ? resolveWithSystem : resolvePublic(lookupTimeoutMs))
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
  if (addresses.length === 0) throw new Rejected('host not found')
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new Rejected('the host is in a private or reserved network')
  }
  return addresses
}

/** `localhost` isn't resolved: name servers may not know it, or return something else. */
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Uses the system's resolver, which knows local host names. Only for development. */
const resolveWithSystem: Resolve = (host) => promises.lookup(host, { all: true })

/**
 * Queries name servers directly. The system's resolver uses a small thread pool that all webhooks would share, so one
 * slow name server could delay all of them.
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
  { headers, body, responseBytes }: PostOptions,
): Promise<HttpResponse> {
  return exchange(
    {
      url,
      method: 'POST',
      headers,
      body,
      lookup: respondWith(addresses),
      agent: false, // its own connection, so that none checked under earlier rules is reused
      // After the status has arrived, a failure while reading the body doesn't matter.
      reads: 'beginning',
      maxBytes: responseBytes,
    },
    signal,
  )
}

/** Returns a DNS lookup that always returns these addresses. */
function respondWith(addresses: LookupAddress[]): LookupFunction {
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
    error: isRedirect ? `returned ${status}; redirects are not followed` : `returned ${status}`,
  }
}

/** Explains an error to the merchant without revealing anything about the internal network. */
function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof Rejected) return error.message
  return isTimeout(error) ? `no response within ${timeoutMs / 1_000} s` : connectionFailure(error)
}
