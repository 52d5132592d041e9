/** Returns the landing page without query and fragment, which may identify the visitor; null if it isn't a URL. */
export function toClickPage(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  const { protocol, host, pathname } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? `${host}${pathname === '/' ? '' : pathname}` : null
}
