import { isPublicAddress } from './public-address.rule.ts'

/**
 * Where requests to a URL that a user entered may go: the public internet, this machine as well (development), or
 * anywhere.
 */
export type OutboundNetwork = 'public' | 'loopback' | 'private'

export type UrlProblem =
  | 'not_absolute'
  | 'not_http'
  | 'credentials'
  | 'no_host'
  | 'loopback'
  | 'not_public'
  | 'not_https'
  | 'port'

export type OutboundUrl =
  | { kind: 'valid'; url: string; host: string; isLoopback: boolean }
  | { kind: 'invalid'; problem: UrlProblem }

/** Allowed ports. Other ports of a public host may belong to unrelated services. */
export const OUTBOUND_PORTS = ['443', '8443']

/**
 * Validates a URL that a user entered: https to a name or public address on port 443 or 8443, without credentials,
 * which would appear in lists and logs. Names are checked again when resolved. `loopback` also allows http and any port
 * on this machine, `private` on any host.
 * @returns the normalized URL; `host` is the name, or the address without brackets
 */
export function checkOutboundUrl(text: string, { network }: { network: OutboundNetwork }): OutboundUrl {
  if (!URL.canParse(text)) return invalidUrl('not_absolute')
  const url = new URL(text)
  if (!['https:', 'http:'].includes(url.protocol)) return invalidUrl('not_http')
  if (url.username !== '' || url.password !== '') return invalidUrl('credentials')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (host === '') return invalidUrl('no_host')
  const isLoopback = isLoopbackHost(host)
  const problem =
    network === 'private' || (network === 'loopback' && isLoopback) ? undefined : publicProblem(url, host)
  if (problem !== undefined) return invalidUrl(problem)
  url.hash = ''
  return { kind: 'valid', url: url.href, host, isLoopback }
}

/** Returns the reason a URL isn't on the public internet, or isn't allowed there. */
function publicProblem(url: URL, host: string): UrlProblem | undefined {
  if (isLoopbackHost(host)) return 'loopback'
  if (!isPublicHost(host)) return 'not_public'
  if (url.protocol !== 'https:') return 'not_https'
  return url.port !== '' && !OUTBOUND_PORTS.includes(url.port) ? 'port' : undefined
}

/** The URL parser normalizes every notation of an address. A mapped address (`::ffff:127.0.0.1`) doesn't count. */
function isLoopbackHost(host: string): boolean {
  return host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host) || /(^|\.)localhost$/.test(host)
}

/** A name may still resolve to a private address, which is checked later. */
function isPublicHost(host: string): boolean {
  if (isAddress(host)) return isPublicAddress(host)
  return host.includes('.') && !PRIVATE_NAME.test(host)
}

const PRIVATE_NAME = /(^|\.)(local|internal|home\.arpa)$/

/** The URL parser normalizes every IPv4 notation. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host)
}

function invalidUrl(problem: UrlProblem): OutboundUrl {
  return { kind: 'invalid', problem }
}
