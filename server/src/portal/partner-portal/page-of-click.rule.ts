/** The page that a click came to, without its query and fragment, which may say who came; null where it is none. */
export function pageOfClick(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  const { protocol, host, pathname } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? `${host}${pathname === '/' ? '' : pathname}` : null
}
