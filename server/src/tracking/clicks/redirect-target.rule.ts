import { CODE_PARAMETERS, readAffiliateUrl, withoutParameters } from './affiliate-url.rule.ts'

/**
 * Name of the click ID parameter in a redirect URL. The page's tracker sends the URL, so the service recognizes the
 * click and returns it again.
 */
export const CLICK_PARAMETER = 'service_click_id'

/**
 * Returns the URL that a redirect link redirects to: the requested page if it is on the program's site, otherwise the
 * program's page, so the service never redirects to another site. Removes link codes and click IDs, because the page's
 * tracker would report them as another link's click; keeps all other parameters as they are.
 * @param requested the `url` parameter of the redirect link
 * @param parameters the link's other parameters, which are appended
 */
export function redirectTarget(
  siteUrl: string,
  requested: string | undefined,
  parameters: readonly [name: string, value: string][],
): string {
  const page = requested !== undefined && isOnSite(requested, siteUrl) ? new URL(requested).href : siteUrl
  return withoutParameters(appendParameters(page, parameters), [...CODE_PARAMETERS, CLICK_PARAMETER])
}

/**
 * Returns whether a URL is on the site or one of its subdomains (`www.` doesn't count), with the same port, no
 * credentials, and no less encryption.
 */
export function isOnSite(address: string, siteUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const [page, site] = [new URL(address), new URL(siteUrl)]
  const domain = siteDomain(siteUrl)
  return (
    (page.protocol === 'https:' || page.protocol === site.protocol) &&
    page.protocol.startsWith('http') &&
    (page.hostname === domain || page.hostname.endsWith(`.${domain}`)) &&
    page.port === site.port &&
    page.username === '' &&
    page.password === ''
  )
}

/** Returns a site's host without `www.`. */
export function siteDomain(siteUrl: string): string {
  return new URL(siteUrl).hostname.replace(/^www\./, '')
}

/** Appends parameters without rewriting the existing ones: `?about` stays `?about`. */
export function appendParameters(
  address: string,
  parameters: readonly [name: string, value: string][],
): string {
  if (parameters.length === 0) return address
  const [, base = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(address) ?? []
  const appended = new URLSearchParams([...parameters])
  return `${base}?${query === '' ? '' : `${query}&`}${appended}${hash}`
}

/** Returns the parameters in a redirect link's query except for its own, `url`. */
export function forwardedParameters(query: string): [name: string, value: string][] {
  return [...new URLSearchParams(query)].filter(([name]) => name !== 'url')
}

/** Returns the possible codes of the link `/r/<code>`, as if `<code>` were a partner link's code. */
export function redirectCodes(
  code: string,
  limits: { maxCodes: number; maxCodeLength: number },
): readonly string[] {
  const parsedUrl = readAffiliateUrl(
    `https://redirect.invalid/?${new URLSearchParams({ aff: code })}`,
    limits,
  )
  return parsedUrl.kind === 'codes' ? parsedUrl.codes : []
}
