import Type, { type TSchema } from 'typebox'
import { limits } from '../config/limits.ts'
import { invalidField } from '../errors/errors.http.ts'
import type { Sought } from '../search-results.ts'
import { PageMeta } from './page.http.ts'
import { readText } from './query.http.ts'

/** The query parameter of a list that can be searched. */
export const searchParameter = {
  search: Type.Optional(
    Type.String({
      maxLength: limits.idChars,
      description:
        'Rows of a transaction, a customer or a partner: a transaction id, a customer key, a partner’s name, e-mail or ' +
        'link code, or how one of these begins where none is called so; a whole click id, or a customer’s whole e-mail. ' +
        'Upper and lower case differ, but for names of partners and e-mails.',
    }),
  ),
}

/** What was typed, without the spaces around it; nothing is no search. */
export function readSearch(query: unknown): string | undefined {
  const text = readText(query, 'search')?.trim()
  return text === '' ? undefined : text
}

/** Of the `meta` of a list that can be searched. */
export const isSearchCut = Type.Optional(
  Type.Boolean({
    description:
      `Of a search. True: more than ${limits.searchMatches} transactions or customers, or ${limits.searchPartners} ` +
      'partners, begin with the text; only the first of them, in the order of their names, were looked at.',
  }),
)

/** `{data: […], meta: {nextCursor, isSearchCut}}` */
export const searchedListOf = <T extends TSchema>(schema: T) =>
  Type.Object(
    { data: Type.Array(schema), meta: Type.Object({ ...PageMeta.properties, isSearchCut }) },
    'title' in schema ? { title: `${schema.title}Page` } : {},
  )

/** What the `meta` of an answer says of its search. */
export function searchMeta(sought: Sought | undefined): { isSearchCut?: boolean } {
  return sought === undefined ? {} : { isSearchCut: sought.isCut }
}

/**
 * For a file, which cannot say what is missing in it.
 * @throws 400 `invalid_request` for a search that matches more than is looked at
 */
export function refuseCut(sought: Sought | undefined): void {
  if (sought?.isCut !== true) return
  throw invalidField('search', 'More begins with this search than a file can be made of: type more of it.')
}
