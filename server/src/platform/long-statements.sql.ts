import { CompiledQuery, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The one statement that the driver listens to: how long the server may work from here on, so long is it waited for. */
export const LONG_STATEMENTS = "select set_config('statement_timeout', $1, true)"

/**
 * The limit of a statement is meant for requests that wait; what goes over all of a program has its own, until this
 * transaction ends. 0 is none.
 */
export async function allowLongStatements(transaction: Kysely<Schema>, timeoutMs: number): Promise<void> {
  await transaction.executeQuery(CompiledQuery.raw(LONG_STATEMENTS, [String(timeoutMs)]))
}
