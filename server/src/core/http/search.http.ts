import Type, { type TSchema } from 'typebox'
import { limits } from '../config/limits.ts'
import { invalidFieldError } from '../errors/errors.http.ts'
import type { SearchResults } from '../search-results.ts'
import { PageMeta } from './page.http.ts'
import { readText } from './query.http.ts'

/** The query parameter for a searchable list. */
export const searchParameter = {
  search: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description:
        'Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. ' +
        'Click IDs and customer emails must be complete. ' +
        'Case-sensitive, except for partner names and emails.',
    }),
  ),
}

/** Returns the trimmed search text; undefined if empty. */
export function readSearch(query: unknown): string | undefined {
  const text = readText(query, 'search')?.trim()
  return text === '' ? undefined : text
}

/** Part of a searchable list's `meta`. */
export const isSearchCut = Type.Optional(
  Type.Boolean({
    description:
      `True if more than ${limits.searchMatches} transactions or customers, or ${limits.searchPartners} ` +
      'partners, match the search. Then only the first ones, in order, are included.',
  }),
)

/** `{data: […], meta: {nextCursor, isSearchCut}}` */
export const searchResponseSchema = <T extends TSchema>(schema: T) =>
  Type.Object(
    { data: Type.Array(schema), meta: Type.Object({ ...PageMeta.properties, isSearchCut }) },
    'title' in schema ? { title: `${schema.title}Page` } : {},
  )

export function searchMeta(matches: SearchResults | undefined): { isSearchCut?: boolean } {
  return matches === undefined ? {} : { isSearchCut: matches.isCut }
}

/**
 * Rejects a partial search for files and selections, which can't be marked as partial.
 * @throws 400 `invalid_request` if the search has too many matches
 */
export function rejectTruncatedSearch(matches: SearchResults | undefined): void {
  if (matches?.isCut !== true) return
  throw invalidFieldError('search', 'Too many matches. Narrow the search.')
}
