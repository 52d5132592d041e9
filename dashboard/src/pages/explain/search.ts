import { readChoice, readText } from '../../search/read-search.ts'

/** What a name may be of. */
export const ASKED_BY = ['order', 'customer', 'click', 'email'] as const
export type AskedBy = (typeof ASKED_BY)[number]

export interface ExplainSearch {
  /** The order id, customer key, click id or e-mail. */
  q?: string
  /** What it is taken for; left out, whatever is known of it. */
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

/** What a name that somebody typed is asked for as, the likeliest first. */
export function guessesOf(q: string, by: AskedBy | undefined): AskedBy[] {
  if (by !== undefined) return [by]
  if (CLICK_ID.test(q.trim())) return ['click']
  return q.includes('@') ? ['email', 'customer', 'order'] : ['order', 'customer']
}
