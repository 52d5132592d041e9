/** Where the code of a partner link stands in an address; the first one that is there wins (D14). */
const PARAMETERS = ['aff', 'ref', 'via'] as const

export type AffiliateUrl = { kind: 'link'; code: string } | { kind: 'not_absolute' } | { kind: 'no_code' }

/** Reads the link code of `affiliate_url`, which must be an absolute http or https address. */
export function readAffiliateUrl(affiliateUrl: string): AffiliateUrl {
  if (!URL.canParse(affiliateUrl)) return { kind: 'not_absolute' }
  const url = new URL(affiliateUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'not_absolute' }
  for (const parameter of PARAMETERS) {
    const code = url.searchParams.get(parameter)?.trim()
    if (code !== undefined && code !== '') return { kind: 'link', code }
  }
  return { kind: 'no_code' }
}
