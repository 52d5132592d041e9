import pLimit from 'p-limit'
import { createCommitGroups } from '../../core/database/commit-groups.ts'
import { programLimits } from '../../workspace/programs/limits.ts'
import type { SaleFacts } from './decide-sale.rule.ts'
import { saleLimits } from './limits.ts'
import {
  paymentIdsOf,
  recordSaleAlone,
  recordSales,
  type SaleCall,
  type SaleFlowDeps,
  type SaleOutcome,
  type UndecidedSale,
} from './record-sale.flow.ts'

/** Records live sales: those of one program that arrive together share a commit. */
export interface Sales {
  /**
   * @throws {QueueFullError} nothing was done with the sale
   * @throws {CommitTimeoutError} it may have been recorded or not: sent again it is, exactly once
   */
  record(programId: number, call: SaleCall): Promise<SaleOutcome>
  /** How many wait for a commit. */
  readonly queued: number
}

/**
 * Sales that arrive while a batch of their program is being recorded form the next one. Those that a batch leaves
 * undecided are recorded one by one: fifty sales of one customer at once end in fifty clear answers.
 */
export function groupSales(deps: SaleFlowDeps): Sales {
  const { saleQueueRows: maxQueued, saleWaitMs: maxWaitMs } = programLimits
  const together = createCommitGroups<number, SaleCall, SaleOutcome | UndecidedSale>({
    maxBatch: programLimits.saleBatchRows,
    maxQueued,
    maxWaitMs,
    commit: (programId, calls) => recordSales(deps, programId, calls),
  })
  // Sales that wait for locked rows leave the other connections to everything else.
  const withConnection = pLimit(saleLimits.salesAlone)
  const alone = createCommitGroups<string, { call: SaleCall; undecided: UndecidedSale }, SaleOutcome>({
    maxBatch: 1,
    maxQueued,
    maxWaitMs,
    commit: (_row, sales) =>
      Promise.all(
        sales.map(({ call, undecided }) => withConnection(() => recordSaleAlone(deps, call, undecided))),
      ),
  })
  return {
    async record(programId, call) {
      const outcome = await together.add(programId, call)
      if (outcome.kind !== 'undecided') return outcome
      return alone.add(rowOf(outcome.facts), { call, undecided: outcome })
    },
    get queued() {
      return together.queued + alone.queued
    },
  }
}

/** The row that a sale alone waits for: of those that wait for the same one, one has a connection. */
function rowOf(facts: SaleFacts): string {
  const { program, customer } = facts
  return `${program.id} ${customer === undefined ? `payment ${paymentIdsOf(facts)[0]}` : `customer ${customer.id}`}`
}
