import {
  lateDecidedCommission,
  pickPolicy,
  saleCommission,
} from '../../earnings/commissions/sale-commission.rule.ts'
import { commissionAfterRefund } from '../../tracking/refunds/commission-after-refund.rule.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'
import type { PoliciesAt } from './policy-history.rule.ts'
import { isSameScope, type PolicyChange, type PreviewedSale } from './previewed-sale.ts'

/** A sale's commission after reversals, in minor units of its currency. */
export interface SalePreview {
  earned_cents: number
  would_earn_cents: number
}

export interface PreviewData {
  /** Whether the customer has no earlier sale. */
  isFirst: boolean
  policiesAt: PoliciesAt
  change: PolicyChange
  /** The program's time zone. */
  timeZone: string
}

/**
 * Computes what a sale would have earned if the policy of one scope had always been different, using the rules for
 * sales and refunds. Other policies apply as they did. Unaffected sales and rejected commissions stay the same.
 */
export function previewSale(
  sale: PreviewedSale,
  { isFirst, policiesAt, change, timeZone }: PreviewData,
): SalePreview {
  const earned_cents = sale.commission ? sale.commission.amount_cents - sale.commission.reversed_cents : 0
  const activePolicies = policiesAt(sale)
  const newPolicies = activePolicies.filter((policy) => !isSameScope(policy, change.scope))
  if (change.policy !== undefined) newPolicies.push(change.policy)
  const newPolicy = pickPolicy(newPolicies, sale)
  const isChanged = newPolicy !== undefined && newPolicy === change.policy
  const decided = sale.decided_by?.scope
  if (!isChanged && (decided === undefined || !isSameScope(decided, change.scope)))
    return { earned_cents, would_earn_cents: earned_cents }
  return { earned_cents, would_earn_cents: netCommission(newPolicies, sale, { isFirst, timeZone }) }
}

/** Returns what a sale would have earned under these policies, after its refunds, in minor units. */
export function netCommission(
  policies: readonly CommissionPolicy[],
  sale: PreviewedSale,
  data: Pick<PreviewData, 'isFirst' | 'timeZone'>,
): number {
  const earned = earnedUnder(policies, sale, data)
  const made_cents = earned.kind === 'paid' ? earned.amount_cents : 0
  return made_cents - computeReversed(made_cents, sale)
}

/**
 * Returns what a sale would have earned. An order from an approved claim earns according to the purchases before it, as
 * when the claim was approved.
 */
function earnedUnder(
  policies: readonly CommissionPolicy[],
  sale: PreviewedSale,
  { isFirst, timeZone: time_zone }: Pick<PreviewData, 'isFirst' | 'timeZone'>,
) {
  const { claimed, came_at: received_at } = sale
  if (claimed !== undefined) {
    const first_sale_at = claimed.first_before
    return lateDecidedCommission(policies, { ...sale, received_at, first_sale_at, time_zone }, claimed)
  }
  const first_sale_at = isFirst ? null : sale.customer_first_sale_at
  return saleCommission(policies, { ...sale, first_sale_at, time_zone })
}

function computeReversed(amount_cents: number, sale: PreviewedSale): number {
  const rejected_at = sale.commission?.rejected_at ?? null
  const initialCommission = { amount_cents, paid_cents: 0, approved_at: null, rejected_at }
  return rejected_at === null
    ? commissionAfterRefund({ ...initialCommission, reversed_cents: 0, status: 'pending' }, sale)
        .reversed_cents
    : commissionAfterRefund({ ...initialCommission, reversed_cents: amount_cents, status: 'reversed' }, sale)
        .reversed_cents
}
