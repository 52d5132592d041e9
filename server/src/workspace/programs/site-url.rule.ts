/**
 * Returns the normalized URL of the page that partner links lead to; undefined for an invalid one. Links add `?aff=`
 * and a code, keeping existing parameters.
 */
export function parseSiteUrl(text: string): string | undefined {
  const typed = text.trim()
  if (!URL.canParse(typed)) return undefined
  const { protocol, hostname, username, password, href } = new URL(typed)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isName = hostname.includes('.') || hostname === 'localhost'
  return isWeb && isName && username === '' && password === '' ? href : undefined
}

/** Returns the address that a partner shares: the program's page with the link's code. Null without a page. */
export function partnerLinkUrl(siteUrl: string | null, code: string | undefined): string | null {
  if (siteUrl === null || code === undefined) return null
  const url = new URL(siteUrl)
  url.searchParams.set('aff', code)
  return url.href
}
