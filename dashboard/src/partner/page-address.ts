import { t } from '../messages/portal-text.ts'
import { linkAddress, parseSiteAddress } from '../pages/partners/site-address.ts'

/** The address to share, or why there is none. */
export type PageAddress = { kind: 'address'; address: string } | { kind: 'refused'; message: string }

/**
 * The address of a page of the program's site with the code of a link, and a sub-id where one is given. A page of another
 * site would be no page that the program counts clicks on.
 */
export function pageAddress(
  site: string,
  { page, code, sub }: { page: string; code: string; sub: string },
): PageAddress {
  const typed = page.trim()
  const own = new URL(site)
  const path = typed.startsWith('/') && !typed.startsWith('//') ? `${own.origin}${typed}` : typed
  const parsed = path === '' ? site : parseSiteAddress(path)
  if (parsed === undefined) return { kind: 'refused', message: t('pageAddress.enterValidURL') }
  if (!isOfSite(new URL(parsed).hostname, own.hostname)) {
    return { kind: 'refused', message: t('pageAddress.onlyPagesOnHostnameCount', { hostname: own.hostname }) }
  }
  const url = new URL(linkAddress(parsed, code))
  if (sub.trim() !== '') url.searchParams.set('sub', sub.trim())
  return { kind: 'address', address: url.href }
}

/** The same site with or without `www.`, and what lies below it. */
function isOfSite(host: string, site: string): boolean {
  const base = site.replace(/^www\./, '')
  return host === base || host.endsWith(`.${base}`)
}
