import { keepable } from '../platform/stored-text.rule.ts'
import { type ClickDimension, type Dimension, LINK_DIMENSIONS, type SaleDimension } from './breakdown.ts'

/** A cursor holds a value twice. */
const MOST_CHARS = 500

/**
 * The value of a dimension that a text of a click stands for: its page without what follows it, the site it came from, the
 * language or country of `de-AT`, the kind of device of its browser. Null is none. Reading an address may make NULs and a
 * far longer text of one that was stored: a value is cut to what a cursor can hold.
 */
export function valueOfText(dimension: ClickDimension | SaleDimension, text: string | null): string | null {
  const value = readValue(dimension, text)
  return value === null ? null : keepable(value, MOST_CHARS)
}

function readValue(dimension: ClickDimension | SaleDimension, text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  switch (dimension) {
    case 'landingPage':
      return pageOf(text)
    case 'referrer':
      return siteOf(text)
    case 'language':
      return LOCALE.exec(text.trim())?.groups?.language?.toLowerCase() ?? null
    case 'country':
      return LOCALE.exec(text.trim())?.groups?.country?.toUpperCase() ?? null
    case 'device':
      return deviceOf(text)
    case 'subId':
      return decoded(text)
    case 'visitor':
    case 'product':
    case 'currency':
    case 'renewal':
      return text
  }
}

/** `de`, `de-AT`, `zh-Hans-CN`, `en_US`. */
const LOCALE = /^(?<language>[A-Za-z]{2,3})(?:[-_][A-Za-z]{4})?(?:[-_](?<country>[A-Za-z]{2}))?(?:[-_].*)?$/

/** Where the address leads, without its query: one page is one value, whatever was added to it. */
function pageOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { host, pathname } = new URL(text)
  return `${host}${pathname === '/' ? '' : pathname}` || null
}

function siteOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { hostname } = new URL(text)
  return hostname === '' ? null : hostname.replace(/^www[.]/, '')
}

/** Tablets first: they call themselves phones too, or neither. */
function deviceOf(userAgent: string): string {
  if (/ipad|tablet|kindle|silk\/|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  if (/mobi|iphone|ipod|android|windows phone/i.test(userAgent)) return 'phone'
  if (/smart-?tv|appletv|googletv|hbbtv|playstation|xbox|nintendo/i.test(userAgent)) return 'other'
  if (/windows nt|macintosh|mac os x|x11|linux|cros/i.test(userAgent)) return 'computer'
  return 'other'
}

/** A value of a query as it was meant: `%20` and `+` are spaces. What cannot be read stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim() || text
  } catch {
    return text
  }
}

/** What a breakdown of it counts: not every value of a click has sales. */
export function measuresOf(dimension: Dimension): 'all' | 'clicks' | 'sales' {
  if (LINK_DIMENSIONS.some((one) => one === dimension)) return 'all'
  return dimension === 'product' || dimension === 'currency' || dimension === 'renewal' ? 'sales' : 'clicks'
}
