import type { Queries } from '../../core/database/database.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { TABLE_KINDS } from '../../core/database/table-kinds.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import {
  type AnalyzedTable,
  analyzeTable,
  findUnknownOwner,
  listAnalyzedTables,
  readExpectedRows,
  restrictToIndexes,
} from './analyze-tables.sql.ts'
import { programLimits } from './limits.ts'

/** Owner without rows. The planner's estimate for it applies to all owners that it has no statistics about. */
const NO_OWNER = { program_id: -1, workspace_id: '' } as const

/**
 * Returns a job that runs ANALYZE on tables where the planner doesn't know about a program or workspace with many rows.
 * Autovacuum would wait until a tenth of the table has changed. Until then, the planner expects one row for a new
 * program and may choose nested loops that time out.
 */
export function createTableAnalysis(): Job & { run(deps: AnalysisDeps): Promise<string[]> } {
  /** When each table may be checked again. */
  const nextChecks = new Map<string, number>()
  return {
    name: 'analyze_tables',
    everyMs: programLimits.analyzedEveryMs,
    async run({ database, clock }) {
      if (database.kind === 'embedded') return []
      const { analyzedRows: changes, maxAnalyzedOwners: owners, analysisPauseMs } = programLimits
      const tables = Object.keys(TABLE_KINDS)
      const now = clock.now().getTime()
      const analyzed: string[] = []
      for (const table of await listAnalyzedTables(database.kysely, { tables, changes, owners })) {
        if (analyzed.includes(table.name) || now < (nextChecks.get(table.name) ?? 0)) continue
        // Set before analyzing, so that a table that fails doesn't block the others.
        nextChecks.set(table.name, now + analysisPauseMs)
        const outcome = await database.kysely
          .transaction()
          .execute((transaction) => analyzeIfUnknown(transaction, table))
        if (outcome === 'no better') continue
        nextChecks.delete(table.name)
        if (outcome === 'analyzed') analyzed.push(table.name)
      }
      return analyzed
    },
  }
}

type AnalysisDeps = Pick<Deps, 'database' | 'clock'>

/**
 * Analyzes a table if it has an owner that the planner doesn't know.
 * @returns 'no better' if the planner's estimate didn't improve
 */
async function analyzeIfUnknown(
  transaction: Queries,
  table: AnalyzedTable,
): Promise<'known' | 'analyzed' | 'no better'> {
  const { analyzedRows, analyzedShare, analyzedTimes, analyzedLockWaitMs } = programLimits
  await restrictToIndexes(transaction, analyzedLockWaitMs)
  const expected = await readExpectedRows(transaction, table, NO_OWNER[table.column])
  // Owners below this share of a large table may be missing from the server's sample.
  const minChanges = Math.max(analyzedRows + Math.ceil(analyzedShare * table.rows), expected * analyzedTimes)
  if (table.changes < minChanges) return 'known'
  const owner = await findUnknownOwner(transaction, table, minChanges)
  if (owner === undefined) return 'known'
  await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
  await analyzeTable(transaction, table)
  const expectedAfter = await readExpectedRows(transaction, table, owner)
  return expectedAfter > expected && expectedAfter * analyzedTimes >= minChanges ? 'analyzed' : 'no better'
}
