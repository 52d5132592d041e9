import { type LookupAddress, promises } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { withTimeout } from '../async/timeout.ts'
import { exchange, type HttpRequest, type HttpResponse } from './http-client.ts'
import {
  checkOutboundUrl,
  type OutboundNetwork,
  type OutboundUrl,
  type UrlProblem,
} from './outbound-url.rule.ts'
import { isPublicAddress } from './public-address.rule.ts'

export interface OutboundOptions {
  network: OutboundNetwork
  timeoutMs: number
  /** The part of the timeout that DNS resolution may use. */
  lookupTimeoutMs: number
  signal?: AbortSignal | undefined
  resolve?: Resolve | undefined
}

export type Resolve = (host: string) => Promise<LookupAddress[]>

/** Thrown if nothing was sent, because the URL or an address of its host isn't allowed. */
export class OutboundRejectedError extends Error {
  override name = 'OutboundRejectedError'
  readonly problem: UrlProblem | 'private_address' | 'host_not_found'

  constructor(problem: OutboundRejectedError['problem']) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Sends a request to a URL that a user entered. Resolves the host once and connects only to the checked addresses, which
 * prevents DNS rebinding. Doesn't follow redirects.
 * @throws {OutboundRejectedError} or what `callHttp` throws
 */
export function callOutbound(
  request: Omit<HttpRequest, 'agent' | 'lookup'>,
  options: OutboundOptions,
): Promise<HttpResponse> {
  const send = async (signal: AbortSignal) => {
    const checked = checkOutboundUrl(request.url, options)
    if (checked.kind === 'invalid') throw new OutboundRejectedError(checked.problem)
    const lookup = respondWith(await findAddresses(checked, options))
    // Uses a new connection, so that none checked under earlier rules is reused.
    return exchange({ ...request, url: checked.url, lookup, agent: false }, signal)
  }
  return withTimeout(options.timeoutMs, send, options.signal)
}

/** Resolves the host. @throws {OutboundRejectedError} if any address isn't public, except for a loopback host that is allowed */
async function findAddresses(
  { host, isLoopback }: Extract<OutboundUrl, { kind: 'valid' }>,
  { network, lookupTimeoutMs, resolve = createResolver(network, lookupTimeoutMs) }: OutboundOptions,
): Promise<LookupAddress[]> {
  const ipVersion = isIP(host)
  const isAllowed = network === 'private' || (network === 'loopback' && isLoopback)
  if (ipVersion === 0 && network === 'loopback' && isLoopback) return LOOPBACK
  const addresses = ipVersion === 0 ? await resolve(host) : [{ address: host, family: ipVersion }]
  if (addresses.length === 0) throw new OutboundRejectedError('host_not_found')
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new OutboundRejectedError('private_address')
  }
  return addresses
}

/** `localhost` isn't resolved: name servers may not know it, or return something else. */
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

function createResolver(network: OutboundNetwork, timeoutMs: number): Resolve {
  return network === 'private' ? resolveWithSystem : resolvePublic(timeoutMs)
}

/** Uses the system's resolver, which knows local host names. Only for development. */
const resolveWithSystem: Resolve = (host) => promises.lookup(host, { all: true })

/**
 * Queries name servers directly. The system's resolver uses a small thread pool that all requests would share, so one
 * slow name server could delay all of them.
 */
const resolvePublic =
  (timeout: number): Resolve =>
  async (host) => {
    const resolver = new promises.Resolver({ timeout, tries: 1 })
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
    return [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ]
  }

/** Returns a DNS lookup that always returns these addresses. */
function respondWith(addresses: LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all === true) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family ?? 0)
  }
}
