import { limits } from '../platform/config.ts'
import type { Queries } from '../platform/database.ts'
import type { Deps } from '../platform/deps.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import {
  type AnalyzedTable,
  analyzeTable,
  findUncounted,
  hasRows,
  listAnalyzedTables,
  readExpectedRows,
} from './analyze-tables.sql.ts'

/**
 * Has the server count a table anew in which a program, or a workspace, has many rows that its planner knows nothing of. By
 * itself it does so when a tenth of the table has changed; until then it takes a program that came since for one with a single
 * row, and may compare each row of such a program with each other one, which no call has the time for. The embedded database
 * counts nothing, and supposes no such thing.
 * @returns the tables that were counted
 */
export async function analyzeTables({ database }: Pick<Deps, 'database'>): Promise<string[]> {
  if (database.kind === 'embedded') return []
  const { analyzedRows, analyzedShare } = limits
  const analyzed = new Set<string>()
  for (const table of await listAnalyzedTables(database.kysely, analyzedRows)) {
    // What is less than this of a large table, the server's sample may not have either.
    const rows = Math.ceil(analyzedRows + analyzedShare * Math.max(0, table.rows))
    if (table.changes < rows || analyzed.has(table.name)) continue
    await database.kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
      if (!(await isUnderrated(transaction, table, rows))) return
      await analyzeTable(transaction, table)
      analyzed.add(table.name)
    })
  }
  return [...analyzed]
}

/** Whether somebody has at least so many rows, and ten times as many as are expected of him. */
async function isUnderrated(transaction: Queries, table: AnalyzedTable, rows: number): Promise<boolean> {
  const { analyzedTimes, analyzedNewest: newest, analyzedOwners: owners } = limits
  for (const owner of await findUncounted(transaction, table, { rows, newest, owners })) {
    const expected = await readExpectedRows(transaction, table, owner)
    if (await hasRows(transaction, table, { owner, rows: Math.max(rows, expected * analyzedTimes) }))
      return true
  }
  return false
}
