import Type from 'typebox'
import { unreachableWorkerText, workerUnavailableError } from '../../core/database/cluster-fault.ts'
import type { Database } from '../../core/database/database.ts'
import { StartError } from '../../core/errors/start-error.ts'
import type { ServiceCommand } from '../../core/processes/control-socket.ts'
import { verifyStatistics } from '../../statistics/verify-statistics.flow.ts'
import type { StatDifference } from '../../statistics/verify-stats.sql.ts'
import { verifyMoney } from './verify-money.flow.ts'
import type { MoneyDifference } from './verify-money.sql.ts'

/** The findings of `affiliate stats verify`. */
export interface Reconciliation {
  programs: number[]
  differences: StatDifference[]
  moneyDifferences: MoneyDifference[]
}

const VerifyInput = Type.Object({ programId: Type.Optional(Type.Integer()) })

/**
 * The command that compares statistics with the events they count, and amounts with the rows they come from, for one
 * program or all programs.
 */
export const RECONCILE: ServiceCommand<typeof VerifyInput, Reconciliation> = {
  name: 'verify',
  input: VerifyInput,
  async run({ database }, { programId }) {
    return reconcile(database, programId).catch((error: unknown) => {
      const worker = workerUnavailableError(error)
      throw worker === undefined ? error : new StartError(unreachableWorkerText(worker))
    })
  },
}

async function reconcile(database: Database, programId: number | undefined): Promise<Reconciliation> {
  const { programs, differences } = await verifyStatistics(database, programId)
  if (programId !== undefined && programs.length === 0)
    throw new StartError(`There is no program ${programId}.`)
  const money = await verifyMoney(database, programId)
  return { programs, differences, moneyDifferences: money.differences }
}
