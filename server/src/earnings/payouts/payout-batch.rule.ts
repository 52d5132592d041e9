import type { CommissionStatus } from '../../core/enums.ts'
import type { DueBalance } from './due-balance.ts'

/**
 * Selects whole balances, in order, as long as their commissions fit into one batch. The first balance is always
 * included, so a partner with too many commissions for one batch still gets paid.
 */
export function chooseBatch<Balance extends DueBalance>(
  dueBalances: readonly Balance[],
  limits: { payouts: number; commissions: number },
): { chosen: Balance[]; isComplete: boolean } {
  const selected: Balance[] = []
  let commissions = 0
  for (const balance of dueBalances) {
    commissions += balance.commissions
    const isWithinLimits = selected.length < limits.payouts && commissions <= limits.commissions
    if (selected.length > 0 && !isWithinLimits) return { chosen: selected, isComplete: false }
    selected.push(balance)
  }
  return { chosen: selected, isComplete: true }
}

/** The facts that decide whether a commission can be marked as paid. */
export interface MarkableCommission {
  status: CommissionStatus
  amount_cents: number
  reversed_cents: number
  paid_cents: number
  /** The open payout that includes the commission. */
  payout_id: number | null
}

/**
 * Returns whether a commission can be marked as paid manually: approved, with an amount owed and not in an open
 * payout.
 */
export function canBeMarkedPaid(commission: MarkableCommission): boolean {
  const { status, amount_cents, reversed_cents, paid_cents, payout_id } = commission
  return status === 'approved' && payout_id === null && amount_cents - reversed_cents - paid_cents > 0
}
