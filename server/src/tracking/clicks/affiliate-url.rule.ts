import { isStorable } from '../../core/text/stored-text.rule.ts'

/** The parameters that may hold a link code; a click tries their values in this order (D14, D59). */
const CODE_PARAMETERS: readonly string[] = ['aff', 'ref', 'via']

export type AffiliateUrl =
  /** What may be the code, in the order in which a click tries it; at least one. */
  { kind: 'codes'; codes: string[] } | { kind: 'not_absolute' | 'no_code' | 'unusable_code' }

/**
 * Reads what may be the link code of `affiliate_url`, which must be an absolute http or https address: the values of `aff`,
 * then of `ref`, then of `via`, each in the order of the address. Values that no code can be are passed over.
 */
export function readAffiliateUrl(
  affiliateUrl: string,
  { mostCodes, codeChars }: { mostCodes: number; codeChars: number },
): AffiliateUrl {
  if (!URL.canParse(affiliateUrl)) return { kind: 'not_absolute' }
  const url = new URL(affiliateUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'not_absolute' }
  const parameters = parametersOf(url)
  const values = CODE_PARAMETERS.flatMap((sought) =>
    parameters.filter(([name]) => name === sought).map(([, value]) => value.trim()),
  ).filter((value) => value !== '')
  if (values.length === 0) return { kind: 'no_code' }
  const codes = new Set(values.filter((value) => isStorable(value, codeChars)))
  return codes.size === 0
    ? { kind: 'unusable_code' }
    : { kind: 'codes', codes: [...codes].slice(0, mostCodes) }
}

/**
 * Shortens an absolute address to `mostChars`. The link codes stay whole; then the path is kept, then the other parameters
 * that fit.
 */
export function shortenAddress(address: string, mostChars: number): string {
  if (address.length <= mostChars) return address
  const url = new URL(address)
  const parameters = parametersOf(url)
  const isCode = ([name]: Parameter) => CODE_PARAMETERS.includes(name)
  const codes = fitting(parameters.filter(isCode), mostChars - url.origin.length)
  const page = `${url.origin}${url.pathname}`.slice(0, mostChars - codes.length)
  const others = parameters.filter((parameter) => !isCode(parameter))
  const query = `${codes}${fitting(others, mostChars - page.length - codes.length)}`
  return `${page}${query.replace('&', '?')}`
}

/** Removes the user name and password of a web address: credentials of a visitor must not be stored. */
export function withoutUserInfo(address: string): string {
  if (!address.includes('@')) return address
  if (!URL.canParse(address)) return address.replace(/^(\s*https?:[\\/]*)[^\\/?#]*@/i, '$1')
  const url = new URL(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}

type Parameter = [name: string, value: string]

/**
 * The query and the hash as one list: single-page apps keep parameters in the hash (`#/pricing?aff=anna`), links get a
 * second `?` when a parameter is appended, and text that was escaped for HTML has `&amp;` between parameters.
 */
function parametersOf({ search, hash }: URL): Parameter[] {
  const parameters = new URLSearchParams(`${search}${hash}`.replaceAll(/[?#]/g, '&'))
  return [...parameters].map(([name, value]) => [name.replace(/^(?:(?:amp)?;)+/, ''), value])
}

/** As many of the parameters as fit into `mostChars`, each with its `&`. */
function fitting(parameters: readonly Parameter[], mostChars: number): string {
  let text = ''
  for (const parameter of parameters) {
    const next = `&${new URLSearchParams([parameter])}`
    if (text.length + next.length <= mostChars) text += next
  }
  return text
}
