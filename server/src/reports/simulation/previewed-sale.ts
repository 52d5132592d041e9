import type { PolicyDuration } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'

/** A recorded live sale with its commission, in minor units of its currency. */
export interface PreviewedSale {
  id: number
  received_at: Date
  /**
   * When the sale was received, which decides its policies and group. For an approved claim, when the order was first
   * received.
   */
  came_at: Date
  customer_id: number
  partner_id: number
  /** The partner's group at that time; null if there was none. */
  group_id: number | null
  product_id: string | undefined
  currency: Currency
  amount_cents: number
  tax_amount_cents: number | null
  /** Refunded amount. */
  refunded_cents: number
  /** When the customer's first sale was received, which may be this one. */
  customer_first_sale_at: Date
  /** The customer's other sales that this sale's claim took into account; undefined without a claim. */
  claimed: ClaimedSale | undefined
  /** The stored policy that decided the sale; undefined if none matched. */
  decided_by: { scope: Scope; duration: PolicyDuration } | undefined
  /** Undefined if the sale earned nothing. */
  commission: EarnedCommission | undefined
}

export interface ClaimedSale {
  /** When the first of the earlier purchases recorded by then was made; null if there was none. */
  first_before: Date | null
  /** Whether a first-sale policy had already paid for one of them. */
  is_first_paid: boolean
}

export interface EarnedCommission {
  amount_cents: number
  reversed_cents: number
  rejected_at: Date | null
}

/** A policy's scope: a group or everyone (null), and a product or all other products (null). */
export type Scope = Pick<CommissionPolicy, 'group_id' | 'product_id'>

export function isSameScope(a: Scope, b: Scope): boolean {
  return a.group_id === b.group_id && a.product_id === b.product_id
}

/** A policy version. It is in force from `created_at` until just before `superseded_at`. */
export type PolicyVersion = CommissionPolicy & { created_at: Date; superseded_at: Date | null }

/** The simulated policy for a scope; undefined to simulate that there is none. */
export interface PolicyChange {
  scope: Scope
  policy: CommissionPolicy | undefined
}
