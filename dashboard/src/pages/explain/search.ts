import { readChoice } from '../../search/read-search.ts'

/** What a name may be of. */
export const ASKED_BY = ['order', 'customer', 'click', 'email'] as const
export type AskedBy = (typeof ASKED_BY)[number]

export interface ExplainSearch {
  /** The order id, customer key, click id or e-mail. */
  q?: string
  /** What it is taken for; left out, whatever is known of it. */
  by?: AskedBy
}

const MOST_CHARS = 255

export function readExplainSearch(search: Record<string, unknown>): ExplainSearch {
  const by = readChoice(search.by, ASKED_BY)
  // A number in an address is read as one, and an order id may well be a number.
  const q = typeof search.q === 'number' ? String(search.q) : search.q
  return {
    ...(typeof q === 'string' && q !== '' && q.length <= MOST_CHARS ? { q } : {}),
    ...(by === undefined ? {} : { by }),
  }
}

const CLICK_ID =
  /^[1-9a-z][0-9a-z]{0,10}-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** What a name that somebody typed is asked for as, the likeliest first. */
export function guessesOf(q: string, by: AskedBy | undefined): AskedBy[] {
  if (by !== undefined) return [by]
  if (CLICK_ID.test(q.trim())) return ['click']
  return q.includes('@') ? ['email', 'customer', 'order'] : ['order', 'customer']
}
