import { shareOf } from '../platform/money.rule.ts'
import type { CommissionPolicy } from '../programs/commission-policy.ts'

/**
 * What a sale earns its partner, in minor units of the sale's currency: calculated on `amount_cents` as sent,
 * tax included, without conversion (specification, resource Commission; D28, D29).
 */
export function commissionAmount(policy: CommissionPolicy, amount_cents: number): number {
  switch (policy.type) {
    case 'percent':
      if (policy.rate_bps === null) throw new Error(`percent policy ${policy.id} has no rate`)
      return shareOf(amount_cents, policy.rate_bps)
    case 'flat':
      if (policy.amount_cents === null) throw new Error(`flat policy ${policy.id} has no amount`)
      return policy.amount_cents
  }
}
