import { readChoice, readText } from '../../search/read-search.ts'

/** What a search term can be. */
export const ASKED_BY = ['order', 'customer', 'click', 'email'] as const
export type AskedBy = (typeof ASKED_BY)[number]

export interface ExplainSearch {
  /** Order ID, customer key, click ID or email. */
  q?: string
  /** The kind of term; every likely kind if omitted. */
  by?: AskedBy
}

export function readExplainSearch(search: Record<string, unknown>): ExplainSearch {
  const by = readChoice(search.by, ASKED_BY)
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
export function guessesOf(q: string, by: AskedBy | undefined): AskedBy[] {
  if (by !== undefined) return [by]
  if (CLICK_ID.test(q.trim())) return ['click']
  return q.includes('@') ? ['email', 'customer', 'order'] : ['order', 'customer']
}
