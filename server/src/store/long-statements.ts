import { sql } from 'kysely'
import type { Queries } from './database.ts'

/**
 * The limit of a statement is meant for requests that wait; what goes over all of a program has its own, until this
 * transaction ends. 0 is none.
 */
export async function allowLongStatements(transaction: Queries, timeoutMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction)
}
