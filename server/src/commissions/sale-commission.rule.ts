import type { Currency } from '../platform/currency.ts'
import { isWithinDuration, pickPolicy } from '../programs/commission-policy.rule.ts'
import type { CommissionPolicy } from '../programs/commission-policy.ts'
import { commissionAmount } from './commission-amount.rule.ts'

/** What of a sale its commission depends on: its amount in minor units of its currency, and when it came. */
export interface EarningSale {
  amount_cents: number
  currency: Currency
  product_id: string | undefined
  /** The partner's when the sale is decided; null: none. */
  group_id: number | null
  received_at: Date
  /** When the customer's first sale was received; null: this is the first. */
  first_sale_at: Date | null
}

export type SaleCommission =
  | { kind: 'paid'; policy: CommissionPolicy; amount_cents: number }
  /** The policy's duration has ended. */
  | { kind: 'past_duration'; policy: CommissionPolicy }
  | { kind: 'no_matching_policy' }

/**
 * What a sale earns its partner under these policies, by which of them, or why nothing (D28, D29). The one rule of it:
 * for a sale that is recorded, and for one that is looked at again under another policy.
 */
export function saleCommission(policies: readonly CommissionPolicy[], sale: EarningSale): SaleCommission {
  const policy = pickPolicy(policies, sale)
  if (policy === undefined) return { kind: 'no_matching_policy' }
  if (!isWithinDuration(policy, sale.first_sale_at, sale.received_at))
    return { kind: 'past_duration', policy }
  return { kind: 'paid', policy, amount_cents: commissionAmount(policy, sale.amount_cents) }
}

/**
 * What a sale earns that is decided long after it came: as if it had been decided then, but that a policy which pays the first
 * sale alone pays one of a customer, in whichever order they are decided.
 * @param sale `received_at` is when it came, `first_sale_at` the first of what was bought before
 */
export function lateCommission(
  policies: readonly CommissionPolicy[],
  sale: EarningSale,
  { is_first_paid }: { is_first_paid: boolean },
): SaleCommission {
  const earned = saleCommission(policies, sale)
  const isSecond = is_first_paid && earned.kind === 'paid' && earned.policy.duration === 'first_sale'
  return isSecond ? { kind: 'past_duration', policy: earned.policy } : earned
}
