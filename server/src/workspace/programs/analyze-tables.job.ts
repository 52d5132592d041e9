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
  lookByIndex,
  readExpectedRows,
} from './analyze-tables.sql.ts'
import { programLimits } from './limits.ts'

/** Whom no row belongs to: of all whom the planner knows nothing of, it expects as much as of them. */
const NOBODY = { program_id: -1, workspace_id: '' } as const

/**
 * Has the server count a table anew in which a program, or a workspace, has many rows that its planner knows nothing of. By
 * itself it does so when a tenth of the table has changed; until then it takes a program that came since for one with a single
 * row, and may compare each row of such a program with each other one, which no call has the time for. A table that somebody
 * is at, of which it failed, or that the server knows no better afterwards, is left alone for five minutes. The embedded
 * database counts nothing, and supposes no such thing. A run returns the tables that were analyzed.
 */
export function createTableAnalysis(): Job & { run(deps: AnalysisDeps): Promise<string[]> } {
  /** When each table is looked at again. */
  const left = new Map<string, number>()
  return {
    name: 'analyze_tables',
    everyMs: programLimits.analyzedEveryMs,
    async run({ database, clock }) {
      if (database.kind === 'embedded') return []
      const { analyzedRows: changes, analyzedMostOwners: owners, analyzedLeftMs } = programLimits
      const tables = Object.keys(TABLE_KINDS)
      const now = clock.now().getTime()
      const analyzed: string[] = []
      for (const table of await listAnalyzedTables(database.kysely, { tables, changes, owners })) {
        if (analyzed.includes(table.name) || now < (left.get(table.name) ?? 0)) continue
        // Where it fails, the next time goes on behind it.
        left.set(table.name, now + analyzedLeftMs)
        const outcome = await database.kysely
          .transaction()
          .execute((transaction) => analyzeIfUnknown(transaction, table))
        if (outcome === 'no better') continue
        left.delete(table.name)
        if (outcome === 'analyzed') analyzed.push(table.name)
      }
      return analyzed
    },
  }
}

type AnalysisDeps = Pick<Deps, 'database' | 'clock'>

/** @returns `no better` where the server expects as little of them as before */
async function analyzeIfUnknown(
  transaction: Queries,
  table: AnalyzedTable,
): Promise<'known' | 'analyzed' | 'no better'> {
  const { analyzedRows, analyzedShare, analyzedTimes, analyzedLockWaitMs } = programLimits
  await lookByIndex(transaction, analyzedLockWaitMs)
  const expected = await readExpectedRows(transaction, table, NOBODY[table.column])
  // What is less than this share of a large table, the server's sample may not have either.
  const many = Math.max(analyzedRows + Math.ceil(analyzedShare * table.rows), expected * analyzedTimes)
  if (table.changes < many) return 'known'
  const owner = await findUnknownOwner(transaction, table, many)
  if (owner === undefined) return 'known'
  await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
  await analyzeTable(transaction, table)
  const nowExpected = await readExpectedRows(transaction, table, owner)
  return nowExpected > expected && nowExpected * analyzedTimes >= many ? 'analyzed' : 'no better'
}
