/** What somebody typed as the address of a page, or undefined when it is none. `https://` may be left out. */
export function parseSiteAddress(typed: string): string | undefined {
  const text = typed.trim()
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, href } = new URL(address)
  const isPublicName = hostname.includes('.') || hostname === 'localhost'
  return (protocol === 'https:' || protocol === 'http:') && isPublicName ? href : undefined
}

/** The address a partner shares: the page with the link's code, whatever else its address carries. */
export function linkAddress(siteAddress: string, code: string): string {
  const url = new URL(siteAddress)
  url.searchParams.set('aff', code)
  return url.href
}
