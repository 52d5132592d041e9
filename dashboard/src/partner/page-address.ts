import { withParameter } from '../format/address-parameter.ts'
import { t } from '../messages/portal-text.ts'
import { linkAddress, parseSiteAddress } from '../pages/partners/site-address.ts'

/** The URL to share, or why there is none. */
export type PageAddress = { kind: 'address'; address: string } | { kind: 'rejected'; message: string }

/**
 * Returns the URL of a page on the program's site, with a link's code and an optional sub-ID. Other sites are
 * rejected, because the program doesn't count clicks there.
 */
export function pageAddress(
  site: string,
  { page, code, sub }: { page: string; code: string; sub: string },
): PageAddress {
  const typed = page.trim()
  const own = new URL(site)
  const path = isPath(typed) ? `${own.origin}/${typed.replace(/^\//, '')}` : typed
  const pageUrl = path === '' ? site : parseSiteAddress(path)
  if (pageUrl === undefined) return { kind: 'rejected', message: t('pageAddress.enterValidURL') }
  if (!isOnSite(new URL(pageUrl).hostname, own.hostname)) {
    return {
      kind: 'rejected',
      message: t('pageAddress.onlyPagesOnHostnameCount', { hostname: own.hostname }),
    }
  }
  const link = linkAddress(pageUrl, code)
  const address = sub.trim() === '' ? link : withParameter(link, 'sub', sub.trim())
  return { kind: 'address', address }
}

/**
 * Returns whether the text is a path on the site, such as `plans` or `/plans`. Text that starts like a host name or has
 * a scheme is a full address.
 */
function isPath(text: string): boolean {
  if (text.startsWith('/')) return !text.startsWith('//')
  const [start = ''] = text.split(/[/?#]/)
  const isFile = /^[\w-]+\.(?:html?|php)$/i.test(start)
  return text !== '' && !/[\s:]/.test(start) && (isFile || !start.includes('.')) && start !== 'localhost'
}

/** Returns whether the host is the site, with or without `www.`, or a subdomain. */
function isOnSite(host: string, site: string): boolean {
  const base = site.replace(/^www\./, '')
  return host === base || host.endsWith(`.${base}`)
}
