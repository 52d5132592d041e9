/**
 * The page that partner links lead to, as it is stored; undefined when it is no page that anybody could visit. A link is
 * this address with `?aff=` and a code added, so what stands in it already stays.
 */
export function parseSiteUrl(text: string): string | undefined {
  const typed = text.trim()
  if (!URL.canParse(typed)) return undefined
  const { protocol, hostname, username, password, href } = new URL(typed)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isName = hostname.includes('.') || hostname === 'localhost'
  return isWeb && isName && username === '' && password === '' ? href : undefined
}
