import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/** Maximum rows per statement; longer lists are split. */
const ROWS_PER_STATEMENT = 2_000

interface RowsToInsert<Row> {
  types: Record<keyof Row & string, string>
  key: keyof Row & string
  rows: Row[]
}

/**
 * Inserts many rows with few statements, passed as one JSON text whose columns have the given SQL types.
 * Timestamps are dates, missing values null.
 * @param input.key a column that identifies each row
 * @returns the new IDs, in the order of `rows`
 */
export async function insertRows<Row extends Record<string, unknown>>(
  queries: Queries,
  table: keyof Schema,
  { types, key, rows }: RowsToInsert<Row>,
): Promise<number[]> {
  const names = Object.keys(types).join(', ')
  const shape = Object.entries(types).map(([name, type]) => `${name} ${type}`)
  const idOf = new Map<string, number>()
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const chunk = JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT))
    const made = await sql<{ id: number; key: string }>`
      insert into ${sql.table(table)} as t (${sql.raw(names)})
      select ${sql.raw(names)} from jsonb_to_recordset(${chunk}::jsonb) as r (${sql.raw(shape.join(', '))})
      returning t.id, t.${sql.ref(key)}::text as key`.execute(queries)
    for (const row of made.rows) idOf.set(row.key, row.id)
  }
  return rows.map((row) => {
    const id = idOf.get(String(row[key]))
    if (id === undefined) throw new Error(`a row of ${table} got no id`)
    return id
  })
}
