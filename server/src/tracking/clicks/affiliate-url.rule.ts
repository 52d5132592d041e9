import { isStorable } from '../../core/text/stored-text.rule.ts'

/** Parameters that may contain a link code, in the order they are tried (D14, D59). */
export const CODE_PARAMETERS: readonly string[] = ['aff', 'ref', 'via']

export type AffiliateUrl =
  /** Possible link codes, in the order they are tried. There is at least one. */
  { kind: 'codes'; codes: string[] } | { kind: 'not_absolute' | 'no_code' | 'unusable_code' }

/**
 * Returns the possible link codes in `affiliate_url`, an absolute http or https URL: the values of `aff`, then `ref`,
 * then `via`, each in URL order. Skips values that can't be codes.
 */
export function readAffiliateUrl(
  affiliateUrl: string,
  { maxCodes, maxCodeLength }: { maxCodes: number; maxCodeLength: number },
): AffiliateUrl {
  const url = parseUrl(affiliateUrl)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return { kind: 'not_absolute' }
  const parameters = parseParameters(url)
  const codes: string[] = []
  let hasValue = false
  for (const codeName of CODE_PARAMETERS) {
    for (const [name, text] of parameters) {
      if (name !== codeName) continue
      const value = text.trim()
      if (value === '') continue
      hasValue = true
      if (codes.length < maxCodes && isStorable(value, maxCodeLength) && !codes.includes(value))
        codes.push(value)
    }
  }
  if (codes.length > 0) return { kind: 'codes', codes }
  return { kind: hasValue ? 'unusable_code' : 'no_code' }
}

/** Parses a URL once, unlike `URL.canParse` and `new URL`. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Shortens an absolute URL to `maxChars`. Keeps complete link codes first, then the path, then other parameters
 * that fit.
 */
export function shortenAddress(address: string, maxChars: number): string {
  if (address.length <= maxChars) return address
  const url = new URL(address)
  const parameters = parseParameters(url)
  const isCode = ([name]: Parameter) => CODE_PARAMETERS.includes(name)
  const codes = fittingParameters(parameters.filter(isCode), maxChars - url.origin.length)
  const page = `${url.origin}${url.pathname}`.slice(0, maxChars - codes.length)
  const otherParameters = parameters.filter((parameter) => !isCode(parameter))
  const query = `${codes}${fittingParameters(otherParameters, maxChars - page.length - codes.length)}`
  return `${page}${query.replace('&', '?')}`
}

/** Removes the user name and password from a URL, because a visitor's credentials must not be stored. */
export function withoutUserInfo(address: string): string {
  if (!address.includes('@')) return address
  if (!URL.canParse(address)) return address.replace(/^(\s*https?:[\\/]*)[^\\/?#]*@/i, '$1')
  const url = new URL(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}

/**
 * Removes the named parameters from query and hash, wherever `readAffiliateUrl` would find them. Leaves the rest of the
 * URL unchanged.
 */
export function withoutParameters(address: string, names: readonly string[]): string {
  const [, base = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  let keptQuery = ''
  /** A removed parameter's `?` or `#`, for the parameter after it. */
  let opening = ''
  for (const part of rest.match(/[?#&][^?#&]*/g) ?? []) {
    const separator = part.charAt(0)
    if (separator !== '&') opening = separator
    const parameter = part.slice(1)
    if (names.includes(parseParameter(parameter)[0])) continue
    keptQuery += `${opening === '' ? separator : opening}${parameter}`
    opening = ''
  }
  return `${base}${keptQuery}`
}

type Parameter = [name: string, value: string]

/**
 * Returns the parameters of query and hash as one list. Single-page apps keep parameters in the hash
 * (`#/pricing?aff=anna`), appending a parameter may add a second `?`, and HTML-escaped URLs have `&amp;` between
 * parameters.
 */
function parseParameters({ search, hash }: URL): Parameter[] {
  const parameters: Parameter[] = []
  for (const part of `${search}${hash}`.split(/[?#&]/)) {
    if (part !== '') parameters.push(parseParameter(part))
  }
  return parameters
}

function parseParameter(part: string): Parameter {
  const end = part.indexOf('=')
  const name = decode(end === -1 ? part : part.slice(0, end))
  const value = end === -1 ? '' : decode(part.slice(end + 1))
  return [name.includes(';') ? name.replace(/^(?:(?:amp)?;)+/, '') : name, value]
}

/** Decodes a query name or value. */
function decode(text: string): string {
  return /[%+]/.test(text) ? (new URLSearchParams(`=${text}`).get('') ?? '') : text
}

/** Returns as many parameters as fit into `maxChars`, each with its `&`. */
function fittingParameters(parameters: readonly Parameter[], maxChars: number): string {
  let text = ''
  for (const parameter of parameters) {
    const addition = `&${new URLSearchParams([parameter])}`
    if (text.length + addition.length <= maxChars) text += addition
  }
  return text
}
