/** The tracker reads a click ID from this parameter. */
const CLICK_ID = 'service_click_id'

/**
 * Returns the program's site if the verified page has another host or port, which means that partner links lead
 * elsewhere.
 * @param testLink null if the program has no site
 */
export function otherSite(site: string, testLink: string | null): string | undefined {
  if (testLink === null) return undefined
  const getHost = (url: string) => new URL(url).host.replace(/^www\./, '')
  if (getHost(site) === getHost(testLink)) return undefined
  const { origin, pathname } = new URL(testLink)
  return origin + pathname
}

/**
 * Returns the link that a partner's visitor would follow to the merchant's page, with the page's own parameters.
 * @param testLink null if the program has no site
 */
export function testLinkOn(
  site: string,
  { clickId, testLink }: { clickId: string; testLink: string | null },
): string {
  const url = new URL(site)
  for (const [name, value] of new URL(testLink ?? site).searchParams) url.searchParams.set(name, value)
  url.searchParams.set(CLICK_ID, clickId)
  return url.href
}
