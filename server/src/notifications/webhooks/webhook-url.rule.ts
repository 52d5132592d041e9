import { isPublicAddress } from './public-address.rule.ts'

/** Where webhooks may be sent: to the public internet, also to this machine (development), or anywhere. */
export type WebhookNetwork = 'public' | 'loopback' | 'private'

export type WebhookUrl =
  | { kind: 'valid'; url: string; host: string; isLoopback: boolean }
  | { kind: 'invalid'; message: string }

/** Allowed ports. Other ports of a public host may belong to unrelated services. */
const PORTS = ['443', '8443']

/**
 * Validates a webhook URL: https to a name or public address on port 443 or 8443, without credentials, which
 * would appear in lists and logs. Names are checked again when resolved. `loopback` also allows http and any port of
 * this machine, `private` of any host.
 * @returns the normalized URL; `host` is the name, or the address without brackets
 */
export function checkWebhookUrl(text: string, { network }: { network: WebhookNetwork }): WebhookUrl {
  if (!URL.canParse(text))
    return invalid('url must be an absolute URL, such as https://shop.example/webhooks.')
  const url = new URL(text)
  if (!['https:', 'http:'].includes(url.protocol)) return invalid('url must start with https://.')
  if (url.username !== '' || url.password !== '') {
    return invalid(
      'url must not contain a user name or password. Verify the signature to authenticate messages.',
    )
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (host === '') return invalid('url has no host.')
  const isLoopback = isLoopbackHost(host)
  const problem =
    network === 'private' || (network === 'loopback' && isLoopback) ? undefined : publicProblem(url, host)
  if (problem !== undefined) return invalid(problem)
  url.hash = ''
  return { kind: 'valid', url: url.href, host, isLoopback }
}

/** Why a URL is not on the public internet, or not allowed there. */
function publicProblem(url: URL, host: string): string | undefined {
  if (isLoopbackHost(host)) {
    return 'url must not be a loopback address. To receive events on your own machine, run `affiliate listen`.'
  }
  if (!isPublicHost(host)) {
    return (
      'url must be on the public internet, not in a private or reserved network. To receive events on your own ' +
      'machine, run `affiliate listen`.'
    )
  }
  if (url.protocol !== 'https:') return 'url must start with https://.'
  if (url.port !== '' && !PORTS.includes(url.port)) return `url must use port ${PORTS.join(' or ')}.`
  return undefined
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

function invalid(message: string): WebhookUrl {
  return { kind: 'invalid', message }
}
