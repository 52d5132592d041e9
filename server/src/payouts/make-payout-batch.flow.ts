import type { Transaction } from 'kysely'
import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { inTransaction } from '../platform/in-transaction.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import type { Schema } from '../platform/schema.ts'
import { heldNow } from '../programs/program-clock.flow.ts'
import { lockProgram } from '../programs/programs.sql.ts'
import { chooseBatch } from './payout-batch.rule.ts'
import {
  type BatchRequest,
  insertPayoutBatch,
  listDueBalances,
  type OpenedPayout,
  type OwedBalance,
  openPayoutsOfBalances,
  sumWaitingBalances,
  type WaitingSum,
} from './payouts.sql.ts'

export interface PayoutBatch {
  kind: 'made'
  id: number
  payouts: OpenedPayout[]
  /** False: more is due than one batch takes, so another one finds the rest. */
  isComplete: boolean
  /** What was asked for and waits, because its partners are not paid out. */
  waiting: WaitingSum[]
}

export interface NothingDueYet {
  kind: 'nothing_due'
  waiting: WaitingSum[]
}

/**
 * Makes one open payout per partner and currency of what is owed to partners who are paid out; a balance that is
 * not positive waits. Batches of a program queue, so the second of two at once finds what the first has left.
 * @returns 'nothing_due' with what waits, and nothing is written then
 */
export async function makePayoutBatch(
  deps: Deps,
  programId: number,
  request: BatchRequest,
  actorId: string,
): Promise<PayoutBatch | NothingDueYet> {
  try {
    return await inTransaction(deps, (transaction) =>
      make(deps, transaction, { programId, request, actorId }),
    )
  } catch (error) {
    if (error instanceof NothingDue) return { kind: 'nothing_due', waiting: error.waiting }
    throw error
  }
}

async function make(
  deps: Deps,
  transaction: Transaction<Schema>,
  { programId, request, actorId }: { programId: number; request: BatchRequest; actorId: string },
): Promise<PayoutBatch> {
  await allowLongStatements(transaction, limits.moneyStatementTimeoutMs)
  await lockProgram(transaction, programId)
  const at = await heldNow(deps, transaction)
  const { chosen, isComplete, waiting } = await readBatch(transaction, programId, request)
  if (chosen.length === 0) throw new NothingDue(waiting)
  const batch = { program_id: programId, kind: 'batch', created_by: actorId, created_at: at } as const
  const id = await insertPayoutBatch(transaction, batch)
  const terms = {
    program_id: programId,
    batch_id: id,
    minimum_cents: request.minimumCents,
    created_at: at,
  }
  const payouts = await openPayoutsOfBalances(transaction, terms, chosen)
  // A refund between the two reads may have taken all that was due.
  if (payouts.length === 0) throw new NothingDue(waiting)
  return { kind: 'made', id, payouts, isComplete, waiting }
}

/** What one batch would take now, whether that is all that is due, and what waits. */
export interface BatchPreview {
  chosen: OwedBalance[]
  isComplete: boolean
  waiting: WaitingSum[]
}

/** What a batch of this request would come to if it were made now, at one moment and without a write. */
export async function previewPayoutBatch(
  { database }: Pick<Deps, 'database'>,
  programId: number,
  request: BatchRequest,
): Promise<BatchPreview> {
  return database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await allowLongStatements(transaction, limits.moneyStatementTimeoutMs)
      return readBatch(transaction, programId, request)
    })
}

async function readBatch(
  transaction: Transaction<Schema>,
  programId: number,
  request: BatchRequest,
): Promise<BatchPreview> {
  const due = await listDueBalances(transaction, programId, request, limits.payoutsPerBatch + 1)
  const waiting = await sumWaitingBalances(transaction, programId, request)
  const most = { payouts: limits.payoutsPerBatch, commissions: limits.payoutBatchCommissions }
  return { ...chooseBatch(due, most), waiting }
}

/** Ends the transaction without its writes. */
class NothingDue extends Error {
  constructor(readonly waiting: WaitingSum[]) {
    super('nothing is due')
  }
}
