import { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { LONG_STATEMENTS } from './statement.ts'

/** Raises the statement timeout for work on a whole program, until the transaction ends. 0 removes it. */
export async function allowLongStatements(transaction: Queries, timeoutMs: number): Promise<void> {
  await transaction.executeQuery(CompiledQuery.raw(LONG_STATEMENTS, [String(timeoutMs)]))
}

/**
 * Prepares a transaction for statements that compare all of a program's rows: no timeout and no nested loops, which the
 * planner prefers without statistics on a new program. JIT is off, because disabled plans look so expensive that each
 * statement would be compiled first, for about a second.
 */
export async function compareAllTables(transaction: Queries): Promise<void> {
  await allowLongStatements(transaction, 0)
  await transaction.executeQuery(
    CompiledQuery.raw("select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)"),
  )
}
