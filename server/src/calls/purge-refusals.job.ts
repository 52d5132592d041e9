import { limits } from '../platform/config.ts'
import { type Queries, type Run, runIn } from '../platform/database.ts'
import type { Deps } from '../platform/deps.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import { DAY_MS } from '../platform/time.ts'
import { refusalShares } from './refusal-shares.rule.ts'
import { listProgramsWithRefusals, purgeOldRefusals, trimRefusals } from './save-calls.sql.ts'

/**
 * Deletes refusals that are older than they are kept, and those beyond what a program keeps, program by program and in
 * batches. @returns how many went
 */
export async function purgeRefusals({
  database: { kysely },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const before = new Date(clock.now().getTime() - config.refusalRetentionDays * DAY_MS)
  const rows = limits.refusalTrimRows
  const inTime = <Result>(work: (run: Run, transaction: Queries) => Promise<Result>) =>
    kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
      return work(runIn(transaction), transaction)
    })
  let purged = 0
  for (const programId of await inTime((_, transaction) => listProgramsWithRefusals(transaction))) {
    const parts = [
      () => inTime((run) => purgeOldRefusals(run, programId, { before, rows })),
      ...refusalShares(config.refusalsKept).map(
        (share) => () => inTime((run) => trimRefusals(run, programId, { ...share, rows })),
      ),
    ]
    for (const part of parts) {
      let gone: number
      do {
        gone = await part()
        purged += gone
        // What another process holds locked, it deletes.
      } while (gone === rows)
    }
  }
  return purged
}
