import pLimit from 'p-limit'
import { createCommitGroups } from '../../core/database/commit-groups.ts'
import { programLimits } from '../../workspace/programs/limits.ts'
import type { SaleData } from './decide-sale.rule.ts'
import { explainUnknownCustomer } from './explain-unknown-customer.flow.ts'
import { saleLimits } from './limits.ts'
import {
  listPaymentIds,
  type ReceivedSale,
  recordSaleIndividually,
  recordSales,
  type SaleFlowDeps,
  type SaleOutcome,
  type UndecidedSale,
} from './record-sale.flow.ts'

/** Records live sales. Concurrent sales of one program share a commit. */
export interface Sales {
  /**
   * Records a sale.
   * @throws {QueueFullError} the sale was not written
   * @throws {CommitTimeoutError} the sale may or may not have been written; repeating the request records it
   * exactly once
   */
  record(programId: number, receivedSale: ReceivedSale): Promise<SaleOutcome>
  /** The number of sales waiting for a commit. */
  readonly queued: number
}

/**
 * Creates the function that groups sales into batches. Sales that arrive while their program's batch is being recorded
 * form the next one. Sales that a batch leaves undecided are recorded one by one, so even fifty concurrent sales for
 * one customer all get a definite response.
 */
export function groupSales(deps: SaleFlowDeps): Sales {
  const { saleQueueRows: maxQueued, saleWaitMs: maxWaitMs } = programLimits
  const programGroups = createCommitGroups<number, ReceivedSale, SaleOutcome | UndecidedSale>({
    maxBatch: programLimits.saleBatchRows,
    maxQueued,
    maxWaitMs,
    commit: (programId, receivedSales) => recordSales(deps, programId, receivedSales),
  })
  // Leaves the other connections to requests that don't wait for locked rows.
  const withConnection = pLimit(saleLimits.maxIndividualSales)
  const rowGroups = createCommitGroups<
    string,
    { receivedSale: ReceivedSale; undecided: UndecidedSale },
    SaleOutcome
  >({
    maxBatch: 1,
    maxQueued,
    maxWaitMs,
    commit: (_row, sales) =>
      Promise.all(
        sales.map(({ receivedSale, undecided }) =>
          withConnection(() => recordSaleIndividually(deps, receivedSale, undecided)),
        ),
      ),
  })
  return {
    async record(programId, receivedSale) {
      const outcome = await programGroups.add(programId, receivedSale)
      const finalOutcome =
        outcome.kind === 'undecided'
          ? await rowGroups.add(waitingRowKey(outcome.data), { receivedSale, undecided: outcome })
          : outcome
      return explainUnknownCustomer(deps, { programId, call: receivedSale, outcome: finalOutcome })
    },
    get queued() {
      return programGroups.queued + rowGroups.queued
    },
  }
}

/** Identifies the row that a sale is waiting for. Sales waiting for the same row share one connection. */
function waitingRowKey(data: SaleData): string {
  const { program, customer } = data
  return `${program.id} ${customer === undefined ? `payment ${listPaymentIds(data)[0]}` : `customer ${customer.id}`}`
}
