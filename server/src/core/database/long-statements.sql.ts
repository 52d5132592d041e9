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

/**
 * For statements that compare all rows of a program with all others, until this transaction ends: without a limit, and never
 * row by row. A server that has not counted a table since the program came believes that it has one row there, and would go
 * through all of one table for each row of the other. It reckons what is forbidden so dear that it would also compile each
 * such statement first, which takes a second.
 */
export async function compareWholeTables(transaction: Queries): Promise<void> {
  await allowLongStatements(transaction, 0)
  await transaction.executeQuery(
    CompiledQuery.raw("select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)"),
  )
}
