import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './database.ts'

/** Separates words, so that the parts of an email or web address are found. The indexes contain the same expression. */
const SEPARATORS = '@._-+/:&<>'

/** Up to this many matches are looked up by the word index. A list with more finds a page after reading few rows. */
const FEW_MATCHES = 500

/** The texts whose words have an index. */
const TEXTS = {
  partners: (alias: string) => sql`${sql.ref(`${alias}.name`)} || ' ' || ${sql.ref(`${alias}.email`)}`,
  applications: (alias: string) =>
    sql`${sql.ref(`${alias}.name`)} || ' ' || ${sql.ref(`${alias}.email`)} || ' ' || coalesce(${sql.ref(`${alias}.website`)}, '')`,
}

/** The rows that match a search: all IDs if they are few, or else a condition on a row. */
export type WordMatches = { ids: number[] } | { isMatch: (alias: string) => RawBuilder<boolean> }

/**
 * Finds the rows that have, for each word of the search, a word that starts with it, ignoring case. A word followed by a
 * separator must match completely, like the name in `name@`.
 * @param where condition on the table's columns
 */
export async function findByWords(
  queries: Queries,
  table: keyof typeof TEXTS,
  { search, where }: { search: string; where: RawBuilder<unknown> },
): Promise<WordMatches> {
  const query = textQuery(search)
  if (query === undefined) return { ids: [] }
  const hasWords = (alias: string) => sql<boolean>`
    to_tsvector('simple'::regconfig, translate(${TEXTS[table](alias)}, ${sql.lit(SEPARATORS)}, ${sql.lit(SPACES)}))
      @@ to_tsquery('simple'::regconfig, ${query})`
  const { rows } = await sql<{ id: number }>`
    select w.id from ${sql.table(table)} w where ${where} and ${hasWords('w')} limit ${FEW_MATCHES + 1}`.execute(
    queries,
  )
  if (rows.length <= FEW_MATCHES) return { ids: rows.map(({ id }) => id) }
  // "is true" keeps the planner from reading all matches by the index.
  return { isMatch: (alias) => sql<boolean>`(${hasWords(alias)}) is true` }
}

const SPACES = ' '.repeat(SEPARATORS.length)

/** Returns undefined if the search has no words. */
function textQuery(search: string): string | undefined {
  const words = [...search.matchAll(/([^\s@._\-+/:&<>]+)([@._\-+/:&<>])?/g)]
  if (words.length === 0) return undefined
  return words
    .map(([, word = '', separator]) => {
      const quoted = `'${word.replaceAll(/['\\]/g, '$&$&')}'`
      return separator === undefined ? `${quoted}:*` : quoted
    })
    .join(' & ')
}
