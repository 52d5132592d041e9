import type { Transaction } from 'kysely'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { approveDueCommissions, hasDueCommissions } from '../commissions/approve-commissions.sql.ts'
import { commissionLimits } from '../commissions/limits.ts'
import { payoutLimits } from './limits.ts'
import { PAID_STATES } from './next-payout.rule.ts'
import { chooseBatch } from './payout-batch.rule.ts'
import { notifyOfPayouts } from './payout-mails.flow.ts'
import { dueMonth } from './payout-schedule.rule.ts'
import { findPayoutSettings, type PayoutSettingsRow, recordPaidMonth } from './payout-settings.sql.ts'
import {
  type BatchRequest,
  countPartnersDue,
  createPayoutsFromBalances,
  excludesPartnersWithoutDetails,
  groupBalances,
  insertPayoutBatch,
  listDueBalances,
  listPartnersWithDetails,
  type OpenedPayout,
  type OwedBalance,
  type PayeeFilter,
} from './payouts.sql.ts'
import type { WaitingSum } from './waiting-sum.ts'
import { waitingSums } from './waiting-sums.rule.ts'

export type RequestedBatch = Omit<BatchRequest, 'minimums' | 'payees'>

export interface PayoutBatch {
  kind: 'made'
  id: number
  payouts: OpenedPayout[]
  /** Whether everything due is included. If not, create another batch for the rest. */
  isComplete: boolean
  /** Requested balances that are excluded, and the reasons. */
  waiting: WaitingSum[]
}

export interface NothingDueYet {
  kind: 'nothing_due'
  waiting: WaitingSum[]
}

/**
 * Creates one open payout per partner and currency with a positive balance. A program's batches run one after another,
 * so a concurrent second batch finds only the balances that the first one left.
 * @returns 'nothing_due' with the excluded balances if no payout was created and nothing was written
 */
export async function createPayoutBatch(
  deps: Deps,
  programId: number,
  request: RequestedBatch,
  actorId: string,
): Promise<PayoutBatch | NothingDueYet> {
  try {
    return await withTransaction(deps, async (transaction) => {
      await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
      await lockProgram(transaction, programId)
      const at = deps.clock.now()
      const payableBatch = await readBatch(transaction, programId, request, at)
      return createPayouts(deps, transaction, { programId, payableBatch, actorId })
    })
  } catch (error) {
    if (error instanceof NothingDueError) return { kind: 'nothing_due', waiting: error.waiting }
    throw error
  }
}

/**
 * Creates a batch's payouts. The program must be locked.
 * @throws {NothingDueError} if nothing is due
 */
async function createPayouts(
  deps: Deps,
  transaction: Transaction<Schema>,
  { programId, payableBatch, actorId }: { programId: number; payableBatch: ReadBatch; actorId: string },
): Promise<PayoutBatch> {
  const { at, chosen, isComplete, waiting, terms } = payableBatch
  if (chosen.length === 0) throw new NothingDueError(waiting)
  const batch = { program_id: programId, kind: 'batch', created_by: actorId, created_at: at } as const
  const id = await insertPayoutBatch(transaction, batch)
  const newPayouts = { program_id: programId, batch_id: id, created_at: at, ...terms }
  const payouts = await createPayoutsFromBalances(transaction, newPayouts, chosen)
  // A refund between the two reads may have deducted everything that was due.
  if (payouts.length === 0) throw new NothingDueError(waiting)
  const context = { deps, transaction, programId, at }
  await notifyOfPayouts(
    context,
    'payout_made',
    payouts.map((payout) => payout.id),
  )
  return { kind: 'made', id, payouts, isComplete, waiting }
}

/** The payouts that a batch would include now, whether these are all the payouts due, and the excluded balances. */
export interface BatchPreview {
  chosen: OwedBalance[]
  isComplete: boolean
  waiting: WaitingSum[]
}

/**
 * Previews a batch in one snapshot without writing. `withoutDetails` lists the payouts whose partners have no payout
 * details.
 */
export async function previewPayoutBatch(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  programId: number,
  request: RequestedBatch,
): Promise<BatchPreview & { withoutDetails: OwedBalance[] }> {
  return database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
      const at = clock.now()
      const payableBatch = await readBatch(transaction, programId, request, at)
      const partnerIds = [...new Set(payableBatch.chosen.map(({ partner_id }) => partner_id))]
      const partnersWithDetails = new Set(
        await listPartnersWithDetails(transaction, { programId, partnerIds, at }),
      )
      return {
        ...payableBatch,
        withoutDetails: payableBatch.chosen.filter(({ partner_id }) => !partnersWithDetails.has(partner_id)),
      }
    })
}

interface ReadBatch extends BatchPreview {
  at: Date
  terms: { minimum_terms: Pick<BatchRequest, 'minimumCents' | 'minimums'>; payees: PayeeFilter }
}

async function readBatch(
  transaction: Transaction<Schema>,
  programId: number,
  requested: RequestedBatch,
  at: Date,
): Promise<ReadBatch> {
  const settings = await findPayoutSettings(transaction, programId)
  const request = toBatchRequest(settings, requested, at)
  const { minimums, payees } = request
  const dueBalances = await listDueBalances(transaction, programId, request, payoutLimits.payoutsPerBatch + 1)
  const waitingTotals = waitingSums(
    await groupBalances(transaction, programId, request),
    payoutLimits.waitingPartners,
  )
  const batchLimits = {
    payouts: payoutLimits.payoutsPerBatch,
    commissions: payoutLimits.payoutBatchCommissions,
  }
  const minimumTerms = { minimumCents: requested.minimumCents, minimums }
  return {
    ...chooseBatch(dueBalances, batchLimits),
    waiting: waitingTotals,
    at,
    terms: { minimum_terms: minimumTerms, payees },
  }
}

/** Fills in a request with the program's settings. */
function toBatchRequest(
  settings: PayoutSettingsRow | undefined,
  requested: RequestedBatch,
  at: Date,
): BatchRequest {
  const detailsRequired = requested.detailsRequired ?? settings?.details_required ?? false
  const payees = { states: PAID_STATES, detailsAt: detailsRequired ? at : undefined }
  return { ...requested, minimums: settings?.minimums ?? {}, payees }
}

/** Returns the batch that the dashboard would propose to the team now, and whether the schedule creates it anyway. */
export async function nextBatch(
  { database: { kysely }, clock }: Pick<Deps, 'database' | 'clock'>,
  programId: number,
): Promise<{ request: BatchRequest; isScheduled: boolean }> {
  const settings = await findPayoutSettings(kysely, programId)
  const now = clock.now()
  const isScheduled = settings !== undefined && settings.pay_day !== null
  const excludesPartners = !isScheduled && (await excludesPartnersWithoutDetails(kysely, programId, now))
  const allBalances = {
    currency: undefined,
    partnerIds: undefined,
    minimumCents: undefined,
    detailsRequired: excludesPartners || undefined,
  }
  return { request: toBatchRequest(settings, allBalances, now), isScheduled }
}

/** Counts the partners who are waiting for a payout that a member has to create, up to `limit`. */
export async function countPayoutsDue(
  deps: Pick<Deps, 'database' | 'clock'>,
  programId: number,
  batchLimits: number,
): Promise<number> {
  const { request, isScheduled } = await nextBatch(deps, programId)
  return isScheduled ? 0 : countPartnersDue(deps.database.kysely, programId, request, batchLimits)
}

/** The actor of scheduled payouts. */
const SCHEDULE_ACTOR = 'schedule'

/**
 * Creates a month's payouts if they are due on the program's schedule, and records the month with its last batch.
 * Batches lock the program, so concurrent runs create the payouts only once.
 * @returns 'goes_on' if more balances are due than the batch included
 */
export async function createScheduledBatch(
  deps: Deps,
  programId: number,
): Promise<'goes_on' | 'done' | 'not_due'> {
  return withTransaction<'goes_on' | 'done' | 'not_due'>(deps, async (transaction) => {
    await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
    const program = await lockProgram(transaction, programId)
    const settings = await findPayoutSettings(transaction, programId)
    if (program === undefined || settings === undefined) return 'not_due'
    const { pay_day, paid_month } = settings
    if (pay_day === null || paid_month === null) return 'not_due'
    const programCtx = atProgramTime(deps, program)
    const now = programCtx.clock.now()
    const month = dueMonth(pay_day, paid_month, reportDay(now, program.time_zone))
    if (month === undefined) return 'not_due'
    if (!(await approveAllDue(transaction, programId, now))) return 'not_due'
    const request = { currency: undefined, partnerIds: undefined, minimumCents: undefined }
    const payableBatch = await readBatch(transaction, programId, request, programCtx.clock.now())
    if (payableBatch.chosen.length > 0)
      await createPayouts(programCtx, transaction, { programId, payableBatch, actorId: SCHEDULE_ACTOR })
    if (!payableBatch.isComplete) return 'goes_on'
    await recordPaidMonth(transaction, programId, month)
    return 'done'
  }).catch((error: unknown) => {
    // The due commissions were reversed or paid between the two reads. The next run checks again.
    if (error instanceof NothingDueError) return 'not_due'
    throw error
  })
}

/**
 * Approves the commissions whose hold has ended, so downtime at the end of a hold doesn't delay their payout by a
 * month.
 * @returns false if another process is approving them; the payouts are created once that process is done
 */
async function approveAllDue(
  transaction: Transaction<Schema>,
  programId: number,
  now: Date,
): Promise<boolean> {
  const rows = commissionLimits.approvalBatchRows
  while ((await approveDueCommissions(transaction, programId, now, rows)) === rows);
  return !(await hasDueCommissions(transaction, programId, now))
}

/** Thrown to roll back the transaction. */
class NothingDueError extends Error {
  constructor(readonly waiting: WaitingSum[]) {
    super('nothing is due')
  }
}
