/** Labels of letters, digits and hyphens; the last one has a letter, so that an IP address isn't a domain. */
const DOMAIN =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Returns the normalized domain of redirect links; undefined if it is invalid. Also accepts the domain's URL without a
 * path, and returns an internationalized domain in ASCII.
 */
export function parseRedirectDomain(text: string): string | undefined {
  const trimmed = text.trim()
  const url = trimmed.includes('://') ? trimmed : `https://${trimmed}`
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(url)
  const isBare = [port, username, password, search, hash].every((part) => part === '') && pathname === '/'
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && isBare && DOMAIN.test(hostname) ? hostname : undefined
}
