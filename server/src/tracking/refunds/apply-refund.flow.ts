import type { Selectable } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import type { Actor, RefundSource } from '../../core/enums.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { commissionDay, saleDay } from '../../core/time/stored-day.rule.ts'
import { insertCommissionChanges } from '../../earnings/commissions/commission-changes.sql.ts'
import { publish } from '../../notifications/outbox/outbox.sql.ts'
import { addDailyStats } from '../../statistics/daily-stats.sql.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { getActorKind } from '../../workspace/accounts/management-key.rule.ts'
import { lockedProgramInstant } from '../../workspace/programs/program-clock.flow.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { loadSale } from '../sales/sale.sql.ts'
import { commissionAfterRefund } from './commission-after-refund.rule.ts'
import {
  decideRefund,
  type RefundChange,
  type RefundDecision,
  type ReportedRefunds,
  reversedPart,
} from './refund.rule.ts'
import {
  amendDispute,
  findRefund,
  findSale,
  insertRefund,
  lockSale,
  lockShares,
  setCommissionReversed,
  setFeeReversed,
  setSaleRefunded,
  sumRefunds,
  withdrawRefund,
} from './refund.sql.ts'
import { refundRounding } from './refund-rounding.rule.ts'
import { refundStats } from './refund-stats.rule.ts'
import {
  findDashboardRefund,
  findRefundByAmount,
  queueDuplicate,
  type SameRefund,
} from './same-refund.sql.ts'

export type RefundReport = RefundChange & {
  reason: string | undefined
  source: RefundSource
  /** The team member who entered the refund in the dashboard, if any. */
  actorUserId?: string
  /** Whether the team knows that the sale's refund of the same amount is a separate one. */
  isSeparate?: boolean
}

/** A sale's state after a report: `refunded_cents` of `amount_cents` have been refunded. */
export interface RefundedSale {
  sale_id: number
  /** The refund event that was recorded or changed. */
  event_id: number | undefined
  commission_id: number | undefined
  amount_cents: number
  refunded_cents: number
}

/** The reason a report changed nothing. `repeat` and `total_reached` were not recorded. */
export type SkipReason = 'repeat' | 'total_reached' | 'covered' | 'covered_by_processor' | 'repeats_team'

export type RefundOutcome =
  | ({
      kind: 'applied'
      /** The reason it is listed for review as a possible repeat of a refund that the team entered. */
      possible_duplicate?: 'same_amount' | 'exceeds_sale' | undefined
    } & RefundedSale)
  | ({ kind: 'skipped'; skip_reason: SkipReason } & RefundedSale)
  | { kind: 'too_much'; left_cents: number }
  | { kind: 'unknown_amount' }
  /** The sale has a refund of the same amount. Nothing was recorded. */
  | { kind: 'possible_duplicate'; refund_id: string }

/** `RefundOutcome` for a sale that the client identified. `currency` is the sale's currency. */
export type NamedRefundOutcome =
  | RefundOutcome
  | { kind: 'sale_not_found' }
  | { kind: 'other_currency'; currency: string }

/**
 * Records a refund exactly once. The sale is found like a duplicate in the sale endpoint. The refund event, sale,
 * commission, fee, audit log, statistics and merchant notifications are written in one transaction.
 * @param currency the currency that the client expects
 * @returns 'sale_not_found' if the sale endpoint would find no duplicate in the same mode
 */
export async function recordRefund(
  deps: Deps,
  program: { id: number; sandbox: boolean },
  {
    transactionId,
    isTest,
    currency,
    ...reported
  }: {
    transactionId: string
    isTest: boolean
    currency?: string | undefined
    report: RefundReport
    receivedAt: Date
  },
): Promise<NamedRefundOutcome> {
  const programId = program.id
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const loaded = await loadSale(deps.database.run, programId, {
    isTest,
    request: { transaction_id: transactionId, customer_key: undefined, product_id: undefined },
    erasedTransaction: erase(transactionId),
  })
  const saleId = loaded?.recorded_sale_id
  const sale = saleId === undefined ? undefined : await findSale(deps.database.kysely, programId, saleId)
  if (sale === undefined) return { kind: 'sale_not_found' }
  if (currency !== undefined && currency !== sale.currency)
    return { kind: 'other_currency', currency: sale.currency }
  const { refundId, kind } = reported.report
  if (kind === 'refund' && refundId !== undefined) {
    // A repeated request needs no lock and doesn't wait for other requests about the sale.
    const refundIds = [refundId, erase(refundId)]
    const existing = await findRefund(deps.database.kysely, programId, { saleId: sale.id, refundIds })
    if (existing !== undefined) return { kind: 'skipped', skip_reason: 'repeat', ...existing }
  }
  return refundSale(deps, program, { saleId: sale.id, ...reported })
}

/** Records a refund like `recordRefund`, for a sale identified by its ID. `receivedAt` is by the real clock. */
export function refundSale(
  deps: Deps,
  program: { id: number; sandbox: boolean },
  { saleId, report, receivedAt }: { saleId: number; report: RefundReport; receivedAt: Date },
): Promise<RefundOutcome> {
  return withTransaction(deps, async (transaction) => {
    const at = await lockedProgramInstant(transaction, program, receivedAt)
    return applyRefund({ deps, transaction, programId: program.id, at }, { saleId, report })
  })
}

/**
 * Applies one report about a sale inside the caller's transaction. The sale's row lock serializes reports about it.
 * @throws {WriteConflictError} roll back and retry
 */
export async function applyRefund(
  context: TransactionContext,
  { saleId, report: original }: { saleId: number; report: RefundReport },
): Promise<RefundOutcome> {
  const { transaction, programId } = context
  const sale = await lockSale(transaction, programId, saleId)
  if (sale === undefined) throw new Error(`program ${programId} has no sale ${saleId}`)
  const report = sale.erased_at === null ? original : eraseActor(context, original)
  const { amount_cents } = sale
  if (amount_cents === null) return { kind: 'unknown_amount' }
  const { commission, fee } = await lockShares(transaction, programId, saleId)
  const sums = await sumRefunds(transaction, programId, saleId, report)
  const { refunded_cents, currency } = sale
  const rounding_cents = refundRounding({ sale: { amount_cents: BigInt(amount_cents), currency }, ...sums })
  const team_reports = report.source === 'merchant' ? sums.team_reports : NO_TEAM_REPORTS
  const facts = { amount_cents, refunded_cents, rounding_cents, ...sums, team_reports }
  const decision = decideRefund(facts, report)
  const response = { sale_id: saleId, commission_id: commission?.id, amount_cents }
  switch (decision.kind) {
    case 'too_much':
      return decision
    case 'skipped': {
      const skip_reason = sums.existing === undefined ? 'total_reached' : 'repeat'
      return {
        kind: 'skipped',
        skip_reason,
        ...response,
        event_id: sums.existing?.id,
        refunded_cents,
      }
    }
    case 'insert':
    case 'withdraw':
    case 'amend': {
      const same = await findSameRefund(context, { sale, report, decision })
      if (same !== undefined && report.source === 'dashboard')
        return { kind: 'possible_duplicate', refund_id: same.refund_id }
      const event_id = await saveEvent(context, { sale, report, decision })
      if (same !== undefined) {
        const amount_cents = reportedAmount(decision)
        await queueDuplicate(transaction, programId, { sale, event_id, amount_cents, same, at: context.at })
      }
      const { refunded_cents } = decision
      await saveRefunded(context, { sale, commission, fee, refunded_cents, cause: refundCause(report) })
      // A refund already reported by the other source is recorded but changes nothing.
      const refunded = { ...response, event_id, refunded_cents }
      if (decision.kind !== 'insert' || decision.amount_cents > 0) {
        const isSameAmount = decision.kind === 'insert' && !decision.may_repeat_team
        const possible_duplicate = same && (isSameAmount ? 'same_amount' : 'exceeds_sale')
        return { kind: 'applied', possible_duplicate, ...refunded }
      }
      const skip_reason = decision.may_repeat_team ? 'repeats_team' : chooseSkipReason(sums.prior_reports)
      return { kind: 'skipped', skip_reason, ...refunded }
    }
  }
}

/** The team's own reports and the processor's totals never repeat refunds that the team entered. */
const NO_TEAM_REPORTS = { named_cents: 0n, other_cents: 0n }

/** Who changed a commission, and the reason. */
interface Cause {
  actor: Actor
  actor_user_id: string | null
  reason: string
}

/** Updates a locked sale, its commission and its fee to a refunded amount. */
export async function saveRefunded(
  context: TransactionContext,
  {
    sale,
    commission,
    fee,
    refunded_cents,
    cause,
  }: {
    sale: Sale
    commission: Commission | undefined
    fee: Awaited<ReturnType<typeof lockShares>>['fee']
    refunded_cents: number
    cause: Cause
  },
): Promise<void> {
  const { transaction, programId } = context
  const { amount_cents } = sale
  if (amount_cents === null) throw new Error(`the sale ${sale.id} has no amount`)
  await setSaleRefunded(transaction, programId, sale.id, {
    refunded_cents,
    status: refunded_cents === amount_cents ? 'refunded' : 'paid',
  })
  if (fee !== undefined) {
    const reversedFeeCents = reversedPart(fee.amount_cents, amount_cents, refunded_cents)
    await setFeeReversed(transaction, programId, fee.id, reversedFeeCents)
  }
  const after = { amount_cents, refunded_cents }
  if (!sale.is_test) await saveConsequences(context, { sale, commission, after, cause })
}

/**
 * Returns a refund of the same sale from the other source, because the team and the merchant's server report under
 * different IDs: one with the same amount or, if both together exceed the sale, with any amount. The processor's total
 * already counts only once alongside both.
 */
async function findSameRefund(
  { transaction, programId }: TransactionContext,
  { sale, report, decision }: { sale: Sale; report: RefundReport; decision: RecordedDecision },
): Promise<SameRefund | undefined> {
  if (decision.kind !== 'insert' || decision.event !== 'refund') return undefined
  const { may_repeat_team: isAnyAmount } = decision
  if (decision.amount_cents === 0 && !isAnyAmount) return undefined
  if (sale.is_test || decision.voids_sale || report.isSeparate) return undefined
  const amount = { sale_id: sale.id, amount_cents: reportedAmount(decision) }
  if (report.source === 'dashboard') return findRefundByAmount(transaction, programId, amount)
  if (report.source === 'merchant' && decision.refund_id !== undefined)
    return findDashboardRefund(transaction, programId, { ...amount, isAnyAmount })
  return undefined
}

function reportedAmount(decision: RecordedDecision): number {
  if (decision.kind === 'withdraw') throw new Error('a withdrawal reports no amount')
  const reported_cents = decision.kind === 'insert' ? decision.reported_cents : undefined
  return reported_cents ?? decision.amount_cents
}

/** Returns the reason a recorded refund changes nothing. Its own earlier failure or a voided sale may also cover it. */
function chooseSkipReason({ is_void, processor_cents, same_refund: same }: ReportedRefunds): SkipReason {
  const isCoveredByProcessor = !is_void && processor_cents > 0n && same.failed_cents === undefined
  return isCoveredByProcessor ? 'covered_by_processor' : 'covered'
}

/**
 * Replaces the IDs in a report about an erased customer's sale with pseudonyms, so a repeated report still counts once.
 */
function eraseActor({ deps, programId }: TransactionContext, original: RefundReport): RefundReport {
  const report = { ...original, reason: undefined }
  if (report.refundId === undefined) return report
  return { ...report, refundId: idPseudonymizer(programId, deps.config.appSecret)(report.refundId) }
}

type Sale = Selectable<Schema['sale_events']>
type Commission = Selectable<Schema['commissions']>
type RecordedDecision = Extract<RefundDecision, { kind: 'insert' | 'withdraw' | 'amend' }>

export async function saveEvent(
  { deps, transaction, programId, at }: TransactionContext,
  {
    sale,
    report,
    decision,
  }: {
    sale: Sale
    report: Pick<RefundReport, 'reason' | 'source' | 'actorUserId'>
    decision: RecordedDecision
  },
): Promise<number> {
  if (decision.kind === 'withdraw') {
    await withdrawRefund(transaction, programId, decision.id, at)
    return decision.id
  }
  if (decision.kind === 'amend') {
    await amendDispute(transaction, programId, decision.id, decision.amount_cents)
    return decision.id
  }
  return insertRefund(transaction, {
    program_id: programId,
    is_test: sale.is_test,
    sale_id: sale.id,
    kind: decision.event,
    refund_id: decision.refund_id ?? deps.ids.uuid(),
    amount_cents: decision.amount_cents,
    reported_cents: decision.reported_cents ?? null,
    voids_sale: decision.voids_sale,
    reason: report.reason ?? null,
    source: report.source,
    actor_user_id: report.actorUserId ?? null,
    received_at: at,
    withdrawn_at: decision.is_withdrawn ? at : null,
  })
}

/** Applies a live sale's refund to its commission and statistics, and publishes it. */
async function saveConsequences(
  context: TransactionContext,
  {
    sale,
    commission,
    after,
    cause,
  }: {
    sale: Sale
    commission: Commission | undefined
    after: { amount_cents: number; refunded_cents: number }
    cause: Cause
  },
): Promise<void> {
  const { deps, transaction, programId, at } = context
  const commissionChange = commission && { commission, to: commissionAfterRefund(commission, after) }
  if (commissionChange !== undefined) await saveCommission(context, { ...commissionChange, cause })
  const program = await findProgram(transaction, programId)
  if (program === undefined) throw new Error(`program ${programId} no longer exists`)
  if (sale.customer_id === null) throw new Error(`the live sale ${sale.id} has no customer`)
  const deltas = refundStats({
    sale: { ...sale, ...after, customer_id: sale.customer_id },
    saleDay: saleDay(sale, program.time_zone),
    commissionDay: commission && commissionDay(commission, program.time_zone),
    before: { refunded_cents: sale.refunded_cents, reversed_cents: commission?.reversed_cents ?? 0 },
    after: { refunded_cents: after.refunded_cents, reversed_cents: commissionChange?.to.reversed_cents ?? 0 },
  })
  const shard = randomShard(deps.ids)
  const statsChange = { timeZone: program.time_zone, deltas, shard }
  if (!(await addDailyStats(transaction, programId, statsChange))) throw new WriteConflictError()
  if (after.refunded_cents === sale.refunded_cents) return
  await publish(transaction, programId, {
    type: 'sale.refunded',
    data: {
      sale_id: sale.id,
      transaction_id: sale.transaction_id,
      amount_cents: after.amount_cents,
      currency: sale.currency,
      refunded_amount_cents: after.refunded_cents,
      remaining_amount_cents: after.amount_cents - after.refunded_cents,
      customer_id: sale.customer_id,
      partner_id: sale.partner_id,
      commission_id: commission?.id ?? null,
    },
    at,
  })
}

async function saveCommission(
  { transaction, programId, at }: TransactionContext,
  {
    commission,
    to,
    cause,
  }: { commission: Commission; to: ReturnType<typeof commissionAfterRefund>; cause: Cause },
): Promise<void> {
  const { id, amount_cents, reversed_cents, status } = commission
  if (to.reversed_cents === reversed_cents && to.status === status) return
  await setCommissionReversed(transaction, programId, id, to)
  await insertCommissionChanges(transaction, [
    {
      program_id: programId,
      commission_id: id,
      from_status: status,
      to_status: to.status,
      from_amount_cents: amount_cents - reversed_cents,
      to_amount_cents: amount_cents - to.reversed_cents,
      ...cause,
      changed_at: at,
    },
  ])
  await publish(transaction, programId, {
    type: 'commission.reversed',
    data: {
      commission_id: id,
      partner_id: commission.partner_id,
      sale_id: commission.sale_id,
      customer_id: commission.customer_id,
      amount_cents: amount_cents - to.reversed_cents,
      reversed_cents: to.reversed_cents,
      currency: commission.currency,
      status: to.status,
    },
    at,
  })
}

function refundCause(report: RefundReport): Cause {
  return { ...getRefundActor(report), reason: refundReason(report) }
}

function getRefundActor({ source, actorUserId }: RefundReport): {
  actor: Actor
  actor_user_id: string | null
} {
  if (source !== 'dashboard') return { actor: source, actor_user_id: null }
  if (actorUserId === undefined) throw new Error('a dashboard refund has no actor')
  return { actor: getActorKind(actorUserId), actor_user_id: actorUserId }
}

const LABELS = { refund: 'refund', failed_refund: 'refund failed', dispute: 'dispute' } as const

function refundReason(report: RefundReport): string {
  const eventLabel = report.kind === 'dispute' && report.isWithdrawn ? 'dispute won' : LABELS[report.kind]
  return report.reason === undefined ? eventLabel : `${eventLabel}: ${report.reason}`
}
