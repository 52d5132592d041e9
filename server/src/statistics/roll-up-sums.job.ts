import type { Transaction } from 'kysely'
import { eachProgram } from '../core/database/each-program.ts'
import { allowLongStatements } from '../core/database/long-statements.sql.ts'
import type { Schema } from '../core/database/schema.ts'
import { withTransaction } from '../core/database/transaction.ts'
import type { Deps } from '../core/deps.ts'
import type { Job } from '../core/jobs/jobs.ts'
import { rollUpCommissionSums, rollUpCustomerSums } from './commission-sums.sql.ts'
import { statisticsLimits } from './limits.ts'
import { listProgramsWithEntries, lockForRollUp } from './stats-programs.sql.ts'

export const ROLL_UP_SUMS: Job = {
  name: 'roll_up_sums',
  everyMs: statisticsLimits.sumsRolledUpEveryMs,
  run: rollUpSums,
}

/**
 * Adds commission and customer entries to their totals. Writers continue meanwhile. A program that another process
 * rolls up, or that creates payouts, is skipped until the next run.
 */
export async function rollUpSums({ database }: Pick<Deps, 'database'>): Promise<void> {
  await eachProgram(await listProgramsWithEntries(database.kysely), async (id) => {
    for (const rollUp of [rollUpCommissionSums, rollUpCustomerSums]) {
      const rows = statisticsLimits.sumEntriesPerStatement
      while ((await runInTransaction(database, id, (transaction) => rollUp(transaction, id, rows))) === rows);
    }
  })
}

function runInTransaction(
  database: Deps['database'],
  programId: number,
  rollUp: (transaction: Transaction<Schema>) => Promise<number>,
): Promise<number> {
  return withTransaction({ database }, async (transaction) => {
    await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
    return (await lockForRollUp(transaction, programId)) ? rollUp(transaction) : 0
  })
}
