import { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { LONG_STATEMENTS } from './statement.ts'

/**
 * The limit of a statement is meant for requests that wait; what goes over all of a program has its own, until this
 * transaction ends. 0 is none.
 */
export async function allowLongStatements(transaction: Queries, timeoutMs: number): Promise<void> {
  await transaction.executeQuery(CompiledQuery.raw(LONG_STATEMENTS, [String(timeoutMs)]))
}
