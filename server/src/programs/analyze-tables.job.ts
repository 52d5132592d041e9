import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import {
  analyzeTable,
  findUncountedProgram,
  listAnalyzedTables,
  readExpectedRows,
} from './analyze-tables.sql.ts'

/**
 * Has the server count a table anew in which a program has many rows that its planner knows nothing of. By itself it does so
 * when a tenth of the table has changed; until then it takes a program that came since for one with a single row, and may
 * compare each row of such a program with each other one, which no call has the time for. The embedded database counts
 * nothing, and supposes no such thing.
 * @returns the tables that were counted
 */
export async function analyzeTables({ database }: Pick<Deps, 'database'>): Promise<string[]> {
  if (database.kind === 'embedded') return []
  const { analyzedRows, analyzedShare, analyzedTimes, analyzedPrograms: newest } = limits
  const analyzed: string[] = []
  for (const table of await listAnalyzedTables(database.kysely, analyzedRows)) {
    // What is less than this of a large table, the server's sample may not have either.
    const rows = Math.ceil(analyzedRows + analyzedShare * Math.max(0, table.rows))
    if (table.changes < rows) continue
    await database.kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
      const programId = await findUncountedProgram(transaction, table, { rows, newest })
      if (programId === undefined) return
      if ((await readExpectedRows(transaction, table, programId)) * analyzedTimes >= rows) return
      await analyzeTable(transaction, table)
      analyzed.push(table.name)
    })
  }
  return analyzed
}
