/**
 * Returns the normalized URL of the page that partner links lead to; undefined if it is invalid. Links add `?aff=` and
 * a code, and keep existing parameters.
 */
export function parseSiteUrl(text: string): string | undefined {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return undefined
  const { protocol, hostname, username, password, href } = new URL(trimmed)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isName = hostname.includes('.') || hostname === 'localhost'
  return isWeb && isName && username === '' && password === '' ? href : undefined
}

/** Returns the URL that a partner shares: the program's page with the link's code. Null if the program has no page. */
export function partnerLinkUrl(siteUrl: string | null, code: string | undefined): string | null {
  if (siteUrl === null || code === undefined) return null
  // Doesn't use `searchParams.set`, which would rewrite the other parameters: `?about` to `?about=`.
  const [, base = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(siteUrl) ?? []
  const otherParameters = query
    .split('&')
    .filter((part) => part !== '' && !new URLSearchParams(part).has('aff'))
  return `${base}?${[...otherParameters, new URLSearchParams({ aff: code })].join('&')}${hash}`
}
