import { verificationLimits } from './limits.ts'

/** Converts text from a page or response to one short line without control characters. */
export function quote(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
    .trim()
  const { maxVerifyQuoteLength: max } = verificationLimits
  return line.length > max ? `${line.slice(0, max - 1)}…` : line
}

/** Returns a URL without its query and hash, which may contain personal data. */
export function place(url: string): string {
  if (!URL.canParse(url)) return quote(url.replace(/[?#].*$/s, ''))
  const { origin, pathname, protocol } = new URL(url)
  return quote(protocol === 'http:' || protocol === 'https:' ? `${origin}${pathname}` : `${protocol}…`)
}

export function quoteOrigin(url: string): string {
  return URL.canParse(url) ? quote(new URL(url).origin) : 'unknown'
}
