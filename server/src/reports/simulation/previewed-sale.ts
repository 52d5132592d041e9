import type { PolicyDuration } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'

/** A live sale as it was recorded, with what it earned: money in minor units of its currency. */
export interface PreviewedSale {
  id: number
  received_at: Date
  /** When it came: its policies and its group are those of then. Of a granted order it is before it was received. */
  came_at: Date
  customer_id: number
  partner_id: number
  /** The partner's group when it came; null: none. */
  group_id: number | null
  product_id: string | undefined
  currency: Currency
  amount_cents: number
  tax_amount_cents: number | null
  /** What of the amount went back. */
  refunded_cents: number
  /** When the customer's first sale was received, which may be this one. */
  customer_first_sale_at: Date
  /** What of the customer's other sales counted when a claim granted it; undefined: none did. */
  granted: GrantedOver | undefined
  /** The policy that decided it, as was stored then; undefined: none matched it. */
  decided_by: { scope: Scope; duration: PolicyDuration } | undefined
  /** Undefined: it earned nothing. */
  commission: EarnedCommission | undefined
}

export interface GrantedOver {
  /** When the first of those that were recorded by then, and came before it, was bought; null: none. */
  first_before: Date | null
  /** A policy that pays the first sale alone had paid one. */
  is_first_paid: boolean
}

export interface EarnedCommission {
  amount_cents: number
  reversed_cents: number
  rejected_at: Date | null
}

/** What a policy is for: a group or everybody (null), a product or all others (null). */
export type Scope = Pick<CommissionPolicy, 'group_id' | 'product_id'>

export function isSameScope(one: Scope, other: Scope): boolean {
  return one.group_id === other.group_id && one.product_id === other.product_id
}

/** One version of a policy with the time it was in force, from `created_at` until before `superseded_at`. */
export type PolicyVersion = CommissionPolicy & { created_at: Date; superseded_at: Date | null }

/** The policy of a scope as it is to be looked at; undefined: it has none. */
export interface PolicyChange {
  scope: Scope
  policy: CommissionPolicy | undefined
}
