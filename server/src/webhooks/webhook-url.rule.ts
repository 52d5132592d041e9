import { isPublicAddress } from '../platform/public-address.rule.ts'

export type WebhookUrl = { kind: 'valid'; url: string; host: string } | { kind: 'invalid'; message: string }

/**
 * Where a webhook may be sent: https to a name or to a public address. A name is checked again each time it is
 * resolved. With `allowPrivate` (development) plain http and private addresses are fine.
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
