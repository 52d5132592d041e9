import type { CommissionStatus } from '../../core/enums.ts'
import type { DueBalance } from './due-balance.ts'

/**
 * Which balances one batch pays: the first of them, whole, while their commissions fit. The first one is always
 * taken, so that a partner with more commissions than fit is paid too. What is left waits for another batch.
 */
export function chooseBatch<Balance extends DueBalance>(
  due: readonly Balance[],
  most: { payouts: number; commissions: number },
): { chosen: Balance[]; isComplete: boolean } {
  const chosen: Balance[] = []
  let commissions = 0
  for (const balance of due) {
    commissions += balance.commissions
    const fits = chosen.length < most.payouts && commissions <= most.commissions
    if (chosen.length > 0 && !fits) return { chosen, isComplete: false }
    chosen.push(balance)
  }
  return { chosen, isComplete: true }
}

/** What marking a commission as paid looks at. */
export interface MarkableCommission {
  status: CommissionStatus
  amount_cents: number
  reversed_cents: number
  paid_cents: number
  /** The open payout that holds it. */
  payout_id: number | null
}

/** Only an approved commission of which something is owed, and that no open payout holds, is marked by hand. */
export function canBeMarkedPaid(commission: MarkableCommission): boolean {
  const { status, amount_cents, reversed_cents, paid_cents, payout_id } = commission
  return status === 'approved' && payout_id === null && amount_cents - reversed_cents - paid_cents > 0
}
