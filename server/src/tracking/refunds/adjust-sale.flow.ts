import type { TransactionContext } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import { AMOUNT_ADJUSTED } from '../../core/enums.ts'
import { commissionDay, saleDay } from '../../core/time/stored-day.rule.ts'
import { insertCommissionChanges } from '../../earnings/commissions/commission-changes.sql.ts'
import { platformFee } from '../../earnings/commissions/platform-fee.rule.ts'
import { commissionAmount } from '../../earnings/commissions/sale-commission.rule.ts'
import { publish } from '../../notifications/outbox/outbox.sql.ts'
import { addDailyStats } from '../../statistics/daily-stats.sql.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { adjustCommission, adjustFee, adjustSaleAmount } from './adjust-sale.sql.ts'
import { commissionAfterRefund } from './commission-after-refund.rule.ts'
import { reversedPart } from './refund.rule.ts'
import { findPolicyById, lockSale, lockShares, sumRefunds } from './refund.sql.ts'

/** A processor payment's actual amounts, once known. */
export interface PaidAmount {
  amount_cents: number
  tax_amount_cents: number | null
}

/**
 * Adjusts a sale to the amount that the customer paid, as if the sale had been recorded with that amount: the
 * commission and fee under their original terms, the statistics of their days, and a history entry.
 * @returns 'same' if at most the tax changes and the commission doesn't depend on it; 'settled', without writing
 * anything, if the commission is paid or in a payout, or the fee was invoiced for another amount
 * @throws {WriteConflictError} roll back and retry
 */
export async function adjustSale(
  context: TransactionContext,
  saleId: number,
  paid: PaidAmount,
): Promise<'same' | 'amount_adjusted' | 'settled'> {
  const { deps, transaction, programId } = context
  const sale = await lockSale(transaction, programId, saleId)
  if (sale?.amount_cents == null || sale.customer_id === null)
    throw new Error(`program ${programId} has no live sale ${saleId}`)
  const isSameAmount = sale.amount_cents === paid.amount_cents
  if (isSameAmount && sale.tax_amount_cents === paid.tax_amount_cents) return 'same'
  const { commission, fee } = await lockShares(transaction, programId, saleId)
  if (isSameAmount && !(await isWithoutTax(context, commission))) {
    const { refunded_cents, status } = sale
    await adjustSaleAmount(transaction, programId, saleId, { ...paid, refunded_cents, status })
    return 'same'
  }
  if (fee === undefined) throw new Error(`the live sale ${saleId} has no fee`)
  const isHeld = commission !== undefined && (commission.paid_cents > 0 || commission.payout_id !== null)
  // Tax affects only the commission, never the fee.
  if (isHeld || (!isSameAmount && fee.invoiced_cents !== 0)) return 'settled'
  const { amount_cents } = paid
  const { refunds_cents, disputes_cents } = await sumRefunds(transaction, programId, saleId, {
    kind: 'refund',
  })
  const refunded_cents = capCents(refunds_cents + disputes_cents, amount_cents)
  const status = refunded_cents === amount_cents ? 'refunded' : 'paid'
  await adjustSaleAmount(transaction, programId, saleId, { ...paid, refunded_cents, status })
  const feeAmount = platformFee(amount_cents, fee.rate_bps)
  const feeReversed = reversedPart(feeAmount, amount_cents, refunded_cents)
  await adjustFee(transaction, programId, fee.id, { amount_cents: feeAmount, reversed_cents: feeReversed })
  const change = commission && (await adjustShare(context, commission, { ...paid, refunded_cents }))
  const program = await findProgram(transaction, programId)
  if (program === undefined) throw new Error(`program ${programId} no longer exists`)
  const { currency, customer_id } = sale
  const remainingCents = (cents: number, refunded: number) => BigInt(cents - refunded)
  const revenue_cents =
    remainingCents(amount_cents, refunded_cents) - remainingCents(sale.amount_cents, sale.refunded_cents)
  const sales = Number(status === 'paid') - Number(sale.status === 'paid')
  const day = saleDay(sale, program.time_zone)
  const deltas = [{ day, currency, customer_id, sales, revenue_cents }]
  const adjustedCommission = commission &&
    change && {
      day: commissionDay(commission, program.time_zone),
      currency,
      customer_id,
      commission_cents: change.delta_cents,
    }
  const statsChange = {
    timeZone: program.time_zone,
    deltas: adjustedCommission === undefined ? deltas : [...deltas, adjustedCommission],
    shard: randomShard(deps.ids),
  }
  if (!(await addDailyStats(transaction, programId, statsChange))) throw new WriteConflictError()
  await publish(transaction, programId, {
    type: 'sale.adjusted',
    data: {
      sale_id: sale.id,
      transaction_id: sale.transaction_id,
      amount_cents,
      previous_amount_cents: sale.amount_cents,
      currency,
      refunded_amount_cents: refunded_cents,
      remaining_amount_cents: amount_cents - refunded_cents,
      customer_id,
      partner_id: sale.partner_id,
      commission_id: commission?.id ?? null,
    },
    at: context.at,
  })
  return 'amount_adjusted'
}

type Commission = NonNullable<Awaited<ReturnType<typeof lockShares>>['commission']>

/** Returns whether the commission depends on the tax. */
async function isWithoutTax(
  { transaction, programId }: TransactionContext,
  commission: Commission | undefined,
): Promise<boolean> {
  if (commission === undefined) return false
  const policy = await findPolicyById(transaction, programId, commission.policy_id)
  return policy.commission_base === 'amount_without_tax'
}

async function adjustShare(
  { transaction, programId, at }: TransactionContext,
  commission: Commission,
  sale: PaidAmount & { refunded_cents: number },
): Promise<{ delta_cents: bigint }> {
  const policy = await findPolicyById(transaction, programId, commission.policy_id)
  const amount_cents = commissionAmount(policy, sale)
  const isRejected = commission.rejected_at !== null
  const after = commissionAfterRefund({ ...commission, amount_cents }, sale)
  const to = isRejected ? { ...after, reversed_cents: amount_cents } : after
  await adjustCommission(transaction, programId, commission.id, { amount_cents, ...to })
  const before = commission.amount_cents - commission.reversed_cents
  const remaining = amount_cents - to.reversed_cents
  await insertCommissionChanges(transaction, [
    {
      program_id: programId,
      commission_id: commission.id,
      from_status: commission.status,
      to_status: to.status,
      from_amount_cents: before,
      to_amount_cents: remaining,
      adjusted_cents: amount_cents - commission.amount_cents,
      actor: 'processor',
      actor_user_id: null,
      reason: AMOUNT_ADJUSTED,
      changed_at: at,
    },
  ])
  if (amount_cents !== commission.amount_cents || remaining !== before) {
    await publish(transaction, programId, {
      type: 'commission.adjusted',
      data: {
        commission_id: commission.id,
        partner_id: commission.partner_id,
        sale_id: commission.sale_id,
        customer_id: commission.customer_id,
        amount_cents: remaining,
        previous_amount_cents: before,
        reversed_cents: to.reversed_cents,
        currency: commission.currency,
        status: to.status,
      },
      at,
    })
  }
  return { delta_cents: BigInt(remaining - before) }
}

function capCents(cents: bigint, amount_cents: number): number {
  if (cents <= 0n) return 0
  return cents < BigInt(amount_cents) ? Number(cents) : amount_cents
}
