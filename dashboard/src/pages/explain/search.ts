import { readChoice, readText } from '../../search/read-search.ts'

/** What a search term can be. */
export const SEARCH_KINDS = ['order', 'sale', 'customer', 'click', 'email'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export interface ExplainSearch {
  /** Order ID, sale number, customer key, click ID or email. */
  q?: string
  /** The kind of term. If omitted, every likely kind is tried. */
  by?: SearchKind
}

export function readExplainSearch(search: Record<string, unknown>): ExplainSearch {
  const by = readChoice(search.by, SEARCH_KINDS)
  const typed = readText(search.q)
  const q = typed?.trim() === '' ? undefined : typed
  return {
    ...(q === undefined ? {} : { q }),
    ...(by === undefined ? {} : { by }),
  }
}

const CLICK_ID =
  /^[1-9a-z][0-9a-z]{0,10}-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Returns what a search term could be, most likely first. */
export function likelyKinds(q: string, by: SearchKind | undefined): SearchKind[] {
  if (by !== undefined) return [by]
  if (CLICK_ID.test(q.trim())) return ['click']
  if (q.includes('@')) return ['email', 'customer', 'order']
  return parseSaleNumber(q) === undefined ? ['order', 'customer'] : ['order', 'customer', 'sale']
}

/** Parses a sale number as the dashboard shows it: `12`, `#12` or `Sale 12`. */
export function parseSaleNumber(q: string): number | undefined {
  const digits = /^(?:sale[\s-]*)?#?([1-9]\d{0,14})$/i.exec(q.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}
