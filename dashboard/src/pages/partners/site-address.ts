import { withParameter } from '../../format/address-parameter.ts'

/**
 * Parses a typed page URL. `https://` is optional, as is `http://` for this machine.
 * @returns undefined if it is invalid
 */
export function parseSiteAddress(typed: string): string | undefined {
  const text = typed.trim()
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text
    : `${LOCALHOST.test(text) ? 'http' : 'https'}://${text}`
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, href } = new URL(address)
  const isPublicName = hostname.includes('.') || hostname === 'localhost'
  return (protocol === 'https:' || protocol === 'http:') && isPublicName ? href : undefined
}

const LOCALHOST = /^(?:[\w.-]+\.)?(?:localhost|127(?:\.\d+){3})(?:[:/]|$)/i

/** Returns the URL as people read it: without protocol and `www.`. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/, '')
}

/** Returns the URL a partner shares: the page with the link's code, keeping other parameters. */
export function linkAddress(siteUrl: string, code: string): string {
  return withParameter(siteUrl, 'aff', code)
}
