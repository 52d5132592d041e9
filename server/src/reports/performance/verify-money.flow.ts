import type { Database } from '../../core/database/database.ts'
import { compareAllTables } from '../../core/database/long-statements.sql.ts'
import { listStatsPrograms } from '../../statistics/stats-programs.sql.ts'
import { performanceLimits } from './limits.ts'
import { findOrphans } from './verify-lookups.sql.ts'
import { MONEY_CHECKS, type MoneyDifference, verifyProgramMoney } from './verify-money.sql.ts'

/**
 * Compares the commissions, payouts, fees and invoices of one program, or of all programs, with the rows they are
 * computed from.
 */
export async function verifyMoney(
  { kysely }: Database,
  programId?: number,
): Promise<{ programs: number[]; differences: MoneyDifference[] }> {
  const programs = await listStatsPrograms(kysely, programId)
  const differences: MoneyDifference[] = []
  for (const { id } of programs) {
    const foundDifferences = await kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        await compareAllTables(transaction)
        return verifyProgramMoney(transaction, id, performanceLimits.moneyDifferencesShown)
      })
    differences.push(...foundDifferences)
  }
  const orphans = await findOrphans(kysely, programId, performanceLimits.moneyDifferencesShown)
  differences.push(...orphans.map((one) => ({ ...one, stored: '1', computed: '0' })))
  return { programs: programs.map(({ id }) => id), differences }
}

export function moneyDifferenceText({
  program_id,
  check,
  subject,
  stored,
  computed,
}: MoneyDifference): string {
  return `program ${program_id}, ${subject}: ${stored} and ${computed} differ (${MONEY_CHECKS[check]})`
}
