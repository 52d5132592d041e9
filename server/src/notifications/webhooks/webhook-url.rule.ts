import { isPublicAddress } from './public-address.rule.ts'

export type WebhookUrl = { kind: 'valid'; url: string; host: string } | { kind: 'invalid'; message: string }

/** Where receivers listen. Any other port of a public host may be a service that has nothing to do with webhooks. */
const PORTS = ['443', '8443']

/**
 * Where a webhook may be sent: https to a name or to a public address, on port 443 or 8443. A name is checked again each
 * time it is resolved. With `allowPrivate` (development) plain http, private addresses and all ports are fine. A name and
 * password are never taken: they would stand in lists and logs, and the signature proves who sends.
 * @returns the URL in its normal form, in which an address in an odd notation is a plain one; `host` is the name
 *   or the address without brackets
 */
export function checkWebhookUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): WebhookUrl {
  if (!URL.canParse(text))
    return invalid('url takes an absolute address, such as https://shop.example/webhooks.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    return invalid('url takes an address that starts with https://.')
  }
  if (url.username !== '' || url.password !== '') {
    return invalid('url takes no name and password: the signature shows your receiver who sent a message.')
  }
  if (!allowPrivate && url.port !== '' && !PORTS.includes(url.port)) {
    return invalid(`url takes no port but ${PORTS.join(' and ')}.`)
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (host === '') return invalid('url names no host.')
  if (!allowPrivate && !isPublicHost(host)) {
    return invalid('url leads into a private or reserved network: webhooks go to the public internet only.')
  }
  url.hash = ''
  return { kind: 'valid', url: url.href, host }
}

/** A name may still resolve to a private address; an address is known by now. */
function isPublicHost(host: string): boolean {
  if (isAddress(host)) return isPublicAddress(host)
  return host.includes('.') && !PRIVATE_NAME.test(host)
}

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** URLs hold IPv4 in its one normal form, because the parser rewrites every other one. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host)
}

function invalid(message: string): WebhookUrl {
  return { kind: 'invalid', message }
}
