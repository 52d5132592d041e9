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
 * For statements that compare all rows of a program with all others, until this transaction ends: no limit, and none is
 * answered row by row. Of a program that came since it last counted its tables a server believes that it has a row in each, and
 * would then go through all of one table for each row of the other. Where it has to, it takes the statement for so dear that
 * it would compile it first, which takes a second each.
 */
export async function compareWholeTables(transaction: Queries): Promise<void> {
  await allowLongStatements(transaction, 0)
  await transaction.executeQuery(
    CompiledQuery.raw("select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)"),
  )
}
