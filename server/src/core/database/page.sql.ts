import { type RawBuilder, type SelectQueryBuilder, type Simplify, type StringReference, sql } from 'kysely'

/** Position in a list ordered by time, then ID; never by ID alone. */
export interface PageKey {
  at: Date
  id: number
}

/** A page of a list, newest first: `rows` rows after the position `after`. */
export interface PageRequest {
  rows: number
  after: PageKey | undefined
}

/** Matches the rows after a position in a list ordered by these two columns, both descending. */
function isAfter(atColumn: string, idColumn: string, key: PageKey): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${key.at}::timestamptz, ${key.id}::bigint)`
}

/** Loads a page of `query`, newest first by these two columns, and one more row if there is a next page. */
export function selectPage<Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  atColumn: StringReference<Database, Tables>,
  idColumn: StringReference<Database, Tables>,
  page: PageRequest,
): Promise<Simplify<Row>[]> {
  return pageQuery(query, atColumn, idColumn, page).execute()
}

/** Returns the query that `selectPage` runs, for callers that extend it. */
export function pageQuery<Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  atColumn: StringReference<Database, Tables>,
  idColumn: StringReference<Database, Tables>,
  { rows, after }: PageRequest,
): SelectQueryBuilder<Database, Tables, Row> {
  const following = after === undefined ? query : query.where(isAfter(atColumn, idColumn, after))
  return following
    .orderBy(sql.ref(atColumn), 'desc')
    .orderBy(sql.ref(idColumn), 'desc')
    .limit(rows + 1)
}

/** Combines queries that select IDs. Without queries, it selects no rows. */
export function unionIds(queries: readonly RawBuilder<unknown>[]): RawBuilder<number> {
  if (queries.length === 0) return sql<number>`(select null::bigint where false)`
  return sql<number>`(${sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  )})`
}

/** Counts the rows of a query, up to `maxCount`, without reading more. */
export async function countRows<Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  maxCount: number,
): Promise<number> {
  return (await query.limit(maxCount).execute()).length
}
