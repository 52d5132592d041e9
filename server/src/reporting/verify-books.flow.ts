import { workerAway, workerAwayWords } from '../platform/cluster-fault.ts'
import type { Database } from '../platform/database.ts'
import type { LocalWork } from '../platform/local-questions.ts'
import { StartError } from '../platform/start-error.ts'
import { verifyStatistics } from '../statistics/verify-statistics.flow.ts'
import type { StatDifference } from '../statistics/verify-stats.sql.ts'
import { verifyMoney } from './verify-money.flow.ts'
import type { MoneyDifference } from './verify-money.sql.ts'

/** What `affiliate stats verify` finds. */
export interface VerifiedBooks {
  programs: number[]
  differences: StatDifference[]
  moneyDifferences: MoneyDifference[]
}

/** The statistics against their events, and money against the rows under it: of one program, or of all. */
export const VERIFY_BOOKS: LocalWork<{ programId: number | undefined }, VerifiedBooks> = {
  name: 'verify',
  readInput(said) {
    const { programId } = { programId: undefined, ...(said ?? {}) }
    if (programId === undefined || Number.isSafeInteger(programId)) return { programId }
    throw new StartError('Which program is to be verified is not said in words that this version knows.')
  },
  async work({ database }, { programId }) {
    return verifyBooks(database, programId).catch((error: unknown) => {
      const worker = workerAway(error)
      throw worker === undefined ? error : new StartError(workerAwayWords(worker))
    })
  },
}

async function verifyBooks(database: Database, programId: number | undefined): Promise<VerifiedBooks> {
  const { programs, differences } = await verifyStatistics(database, programId)
  if (programId !== undefined && programs.length === 0)
    throw new StartError(`There is no program ${programId}.`)
  const money = await verifyMoney(database, programId)
  return { programs, differences, moneyDifferences: money.differences }
}
