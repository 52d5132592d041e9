import { type RawBuilder, sql } from 'kysely'

/** Where a row stands in a list that is ordered by time and then by id; never by id alone. */
export interface PageKey {
  at: Date
  id: number
}

/** A page of a list, newest first: `rows` of them after the row that stood at `after`. */
export interface PageRequest {
  rows: number
  after: PageKey | undefined
}

/** The rows that follow a key in a list ordered by these two columns, both descending. */
export function isAfter(atColumn: string, idColumn: string, key: PageKey): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${key.at}::timestamptz, ${key.id}::bigint)`
}
