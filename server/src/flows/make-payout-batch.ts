import type { Transaction } from 'kysely'
import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { chooseBatch } from '../rules/payout-batch.ts'
import { allowLongStatements } from '../store/long-statements.ts'
import {
  type BatchRequest,
  insertPayoutBatch,
  listDueBalances,
  type OpenedPayout,
  openPayoutsOfBalances,
} from '../store/payouts.ts'
import { lockProgram } from '../store/programs.ts'
import type { Schema } from '../store/schema.ts'
import { inTransaction } from './in-transaction.ts'

export interface PayoutBatch {
  id: number
  payouts: OpenedPayout[]
  /** False: more is due than one batch takes, so another one finds the rest. */
  isComplete: boolean
}

/**
 * Makes one open payout per partner and currency of what is owed; a balance that is not positive waits. Batches of
 * a program queue, so the second of two at once finds what the first has left.
 * @returns 'nothing_due', and nothing is written then
 */
export async function makePayoutBatch(
  deps: Deps,
  programId: number,
  request: BatchRequest,
  userId: string,
): Promise<PayoutBatch | 'nothing_due'> {
  try {
    return await inTransaction(deps, (transaction) =>
      make(transaction, programId, request, userId, deps.clock.now()),
    )
  } catch (error) {
    if (error instanceof NothingDue) return 'nothing_due'
    throw error
  }
}

async function make(
  transaction: Transaction<Schema>,
  programId: number,
  request: BatchRequest,
  userId: string,
  now: Date,
): Promise<PayoutBatch> {
  await allowLongStatements(transaction, limits.moneyStatementTimeoutMs)
  await lockProgram(transaction, programId)
  const due = await listDueBalances(transaction, programId, request, limits.payoutsPerBatch + 1)
  const { chosen, isComplete } = chooseBatch(due, {
    payouts: limits.payoutsPerBatch,
    commissions: limits.payoutBatchCommissions,
  })
  if (chosen.length === 0) throw new NothingDue()
  const batch = { program_id: programId, kind: 'batch', created_by: userId, created_at: now } as const
  const id = await insertPayoutBatch(transaction, batch)
  const terms = {
    program_id: programId,
    batch_id: id,
    minimum_cents: request.minimumCents,
    created_at: now,
  }
  const payouts = await openPayoutsOfBalances(transaction, terms, chosen)
  // A refund between the two reads may have taken all that was due.
  if (payouts.length === 0) throw new NothingDue()
  return { id, payouts, isComplete }
}

/** Ends the transaction without its writes. */
class NothingDue extends Error {}
