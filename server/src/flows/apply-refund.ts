import type { Selectable, Transaction } from 'kysely'
import type { Deps } from '../deps.ts'
import { commissionAfterRefund } from '../rules/commission-after-refund.ts'
import { decideRefund, type RefundChange, type RefundDecision, reversedPart } from '../rules/refund.ts'
import { refundStats } from '../rules/refund-stats.ts'
import { insertCommissionChanges } from '../store/commission-changes.ts'
import { addDailyStats } from '../store/daily-stats.ts'
import { tell } from '../store/outbox.ts'
import { findProgram } from '../store/programs.ts'
import {
  findSaleByTransaction,
  insertRefund,
  lockSale,
  lockShares,
  setCommissionReversed,
  setFeeReversed,
  setSaleRefunded,
  sumRefunds,
  withdrawRefund,
} from '../store/refund.ts'
import type { Actor, RefundSource, Schema } from '../store/schema.ts'
import { anyShard } from './any-shard.ts'
import { inTransaction } from './in-transaction.ts'
import { LostRace } from './lost-race.ts'

export interface RefundReport extends RefundChange {
  reason: string | undefined
  source: RefundSource
  /** Who did it in the dashboard. */
  actorUserId?: string
}

/** A sale after a report: `refunded_cents` of `amount_cents` went back. */
export interface RefundedSale {
  sale_id: number
  /** The refund event that was recorded, or changed. */
  event_id: number | undefined
  commission_id: number | undefined
  amount_cents: number
  refunded_cents: number
}

export type RefundOutcome =
  | ({ kind: 'applied' | 'skipped' } & RefundedSale)
  | { kind: 'too_much'; left_cents: number }
  | { kind: 'unknown_amount' }

/**
 * Records a refund of a sale that is named by its transaction_id, exactly once: the refund event, the sale, its
 * commission and fee, the audit log, the statistics and what merchants are told are one transaction.
 * @returns 'sale_not_found' when no sale of that mode has the transaction_id
 */
export async function recordRefund(
  deps: Deps,
  programId: number,
  sale: { transaction_id: string; isTest: boolean },
  report: RefundReport,
  receivedAt: Date,
): Promise<RefundOutcome | { kind: 'sale_not_found' }> {
  const found = await findSaleByTransaction(deps.database.kysely, programId, sale.isTest, sale.transaction_id)
  if (found === undefined) return { kind: 'sale_not_found' }
  return refundSale(deps, programId, found.id, report, receivedAt)
}

/** As `recordRefund`, of a sale that is there, named by its id. */
export function refundSale(
  deps: Deps,
  programId: number,
  saleId: number,
  report: RefundReport,
  receivedAt: Date,
): Promise<RefundOutcome> {
  return inTransaction(deps, (transaction) =>
    applyRefund(deps, transaction, programId, saleId, report, receivedAt),
  )
}

/**
 * One report about a sale, inside the caller's transaction. All reports about the sale queue on its row.
 * @throws {LostRace} roll back and try again, as after a write conflict
 */
export async function applyRefund(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction<Schema>,
  programId: number,
  saleId: number,
  report: RefundReport,
  at: Date,
): Promise<RefundOutcome> {
  const sale = await lockSale(transaction, programId, saleId)
  if (sale === undefined) throw new Error(`program ${programId} has no sale ${saleId}`)
  const { amount_cents } = sale
  if (amount_cents === null) return { kind: 'unknown_amount' }
  const { commission, fee } = await lockShares(transaction, programId, saleId)
  const sums = await sumRefunds(transaction, programId, saleId, report)
  const { refunded_cents } = sale
  const decision = decideRefund({ amount_cents, refunded_cents, ...sums }, report)
  const answer = { sale_id: saleId, commission_id: commission?.id, amount_cents }
  switch (decision.kind) {
    case 'too_much':
      return decision
    case 'skipped':
      return { kind: 'skipped', ...answer, event_id: sums.seen?.id, refunded_cents }
    case 'insert':
    case 'withdraw': {
      const event_id = await saveEvent(deps, transaction, sale, report, decision, at)
      const after = { amount_cents, refunded_cents: decision.refunded_cents }
      await setSaleRefunded(transaction, programId, saleId, {
        refunded_cents: after.refunded_cents,
        status: after.refunded_cents === amount_cents ? 'refunded' : 'paid',
      })
      if (fee !== undefined) {
        const reversed = reversedPart(fee.amount_cents, amount_cents, after.refunded_cents)
        await setFeeReversed(transaction, programId, fee.id, reversed)
      }
      if (!sale.is_test) await saveConsequences(deps, transaction, sale, commission, after, report, at)
      return { kind: 'applied', ...answer, event_id, refunded_cents: after.refunded_cents }
    }
  }
}

type Sale = Selectable<Schema['sale_events']>
type Commission = Selectable<Schema['commissions']>
type Recorded = Extract<RefundDecision, { kind: 'insert' | 'withdraw' }>

async function saveEvent(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction<Schema>,
  sale: Sale,
  report: RefundReport,
  decision: Recorded,
  at: Date,
): Promise<number> {
  if (decision.kind === 'withdraw') {
    await withdrawRefund(transaction, sale.program_id, decision.id, at)
    return decision.id
  }
  return insertRefund(transaction, {
    program_id: sale.program_id,
    is_test: sale.is_test,
    sale_id: sale.id,
    kind: report.kind,
    refund_id: decision.refund_id ?? deps.ids.uuid(),
    amount_cents: decision.amount_cents,
    reason: report.reason ?? null,
    source: report.source,
    actor_user_id: report.actorUserId ?? null,
    received_at: at,
    withdrawn_at: decision.isWithdrawn ? at : null,
  })
}

/** What a refund of a live sale does beyond the sale: its commission, the statistics, what is told. */
async function saveConsequences(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction<Schema>,
  sale: Sale,
  commission: Commission | undefined,
  after: { amount_cents: number; refunded_cents: number },
  report: RefundReport,
  at: Date,
): Promise<void> {
  const { program_id } = sale
  const changed = commission && { commission, to: commissionAfterRefund(commission, after) }
  if (changed !== undefined) await saveCommission(transaction, changed.commission, changed.to, report, at)
  const program = await findProgram(transaction, program_id)
  if (program === undefined) throw new Error(`program ${program_id} is gone`)
  const deltas = refundStats(
    { ...sale, ...after },
    commission?.created_at,
    program.time_zone,
    { refunded_cents: sale.refunded_cents, reversed_cents: commission?.reversed_cents ?? 0 },
    { refunded_cents: after.refunded_cents, reversed_cents: changed?.to.reversed_cents ?? 0 },
  )
  const shard = anyShard(deps.ids)
  if (!(await addDailyStats(transaction, program_id, program.time_zone, deltas, shard))) {
    throw new LostRace()
  }
  if (after.refunded_cents === sale.refunded_cents) return
  await tell(
    transaction,
    program_id,
    'sale.refunded',
    {
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
  )
}

async function saveCommission(
  transaction: Transaction<Schema>,
  commission: Commission,
  to: ReturnType<typeof commissionAfterRefund>,
  report: RefundReport,
  at: Date,
): Promise<void> {
  const { program_id, id, amount_cents, reversed_cents, status } = commission
  if (to.reversed_cents === reversed_cents && to.status === status) return
  await setCommissionReversed(transaction, program_id, id, to)
  await insertCommissionChanges(transaction, [
    {
      program_id,
      commission_id: id,
      from_status: status,
      to_status: to.status,
      from_amount_cents: amount_cents - reversed_cents,
      to_amount_cents: amount_cents - to.reversed_cents,
      ...actorOf(report),
      reason: reasonOf(report),
      changed_at: at,
    },
  ])
  await tell(
    transaction,
    program_id,
    'commission.reversed',
    {
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
  )
}

function actorOf({ source, actorUserId }: RefundReport): { actor: Actor; actor_user_id: string | null } {
  if (source !== 'dashboard') return { actor: source, actor_user_id: null }
  if (actorUserId === undefined) throw new Error('a refund of the dashboard has somebody who made it')
  return { actor: 'user', actor_user_id: actorUserId }
}

const WHAT = { refund: 'refund', failed_refund: 'refund failed', dispute: 'dispute' } as const

function reasonOf(report: RefundReport): string {
  const what = report.kind === 'dispute' && report.isWithdrawn ? 'dispute won' : WHAT[report.kind]
  return report.reason === undefined ? what : `${what}: ${report.reason}`
}
