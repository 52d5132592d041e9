import { isPublicAddress } from './public-address.rule.ts'

export type WebhookUrl = { kind: 'valid'; url: string; host: string } | { kind: 'invalid'; message: string }

/** Allowed ports. Other ports of a public host may belong to unrelated services. */
const PORTS = ['443', '8443']

/**
 * Validates a webhook URL: https to a name or public address on port 443 or 8443, without credentials, which
 * would appear in lists and logs. Names are checked again when resolved; `allowPrivate` (development) allows
 * http, private addresses and all ports.
 * @returns the normalized URL; `host` is the name, or the address without brackets
 */
export function checkWebhookUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): WebhookUrl {
  if (!URL.canParse(text))
    return invalid('url must be an absolute URL, such as https://shop.example/webhooks.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    return invalid('url must start with https://.')
  }
  if (url.username !== '' || url.password !== '') {
    return invalid(
      'url must not contain a user name or password. Verify the signature to authenticate messages.',
    )
  }
  if (!allowPrivate && url.port !== '' && !PORTS.includes(url.port)) {
    return invalid(`url must use port ${PORTS.join(' or ')}.`)
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (host === '') return invalid('url has no host.')
  if (!allowPrivate && !isPublicHost(host)) {
    return invalid(
      'url is in a private or reserved network. Webhooks can only be sent to the public internet.',
    )
  }
  url.hash = ''
  return { kind: 'valid', url: url.href, host }
}

/** A name may still resolve to a private address, which is checked later. */
function isPublicHost(host: string): boolean {
  if (isAddress(host)) return isPublicAddress(host)
  return host.includes('.') && !PRIVATE_NAME.test(host)
}

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** The URL parser normalizes every IPv4 notation. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host)
}

function invalid(message: string): WebhookUrl {
  return { kind: 'invalid', message }
}
