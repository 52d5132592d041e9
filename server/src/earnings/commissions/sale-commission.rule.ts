import { Temporal } from 'temporal-polyfill'
import type { Currency } from '../../core/money/currency.ts'
import { applyRate } from '../../core/money/money.rule.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'

/**
 * The fields of a sale that its commission depends on: amount and tax in minor units, and the time the sale was
 * received.
 */
export interface EarningSale {
  amount_cents: number
  tax_amount_cents: number | null | undefined
  currency: Currency
  product_id: string | undefined
  /** The partner's group when the sale was decided; null if there was none. */
  group_id: number | null
  received_at: Date
  /** When the customer's first sale was received; null if this sale is the first one. */
  first_sale_at: Date | null
  /** The program's time zone, in which the months of a duration are counted (D68). */
  time_zone: string
}

export type SaleCommission =
  | { kind: 'paid'; policy: CommissionPolicy; amount_cents: number }
  /** The policy's duration is over. */
  | { kind: 'past_duration'; policy: CommissionPolicy }
  | { kind: 'no_matching_policy' }

/**
 * Returns what a sale earns its partner and under which policy, or the reason it earns nothing (D28, D29). Also used to
 * simulate other policies.
 */
export function saleCommission(policies: readonly CommissionPolicy[], sale: EarningSale): SaleCommission {
  const policy = pickPolicy(policies, sale)
  if (policy === undefined) return { kind: 'no_matching_policy' }
  if (!isWithinDuration(policy, sale)) return { kind: 'past_duration', policy }
  return { kind: 'paid', policy, amount_cents: commissionAmount(policy, sale) }
}

/**
 * Returns what a sale earns if it is decided long after it was received. The result is the same as if the sale had been
 * decided immediately, except that a first-sale policy pays for one sale per customer, in whatever order sales are
 * decided.
 * @param sale `first_sale_at` is the first of the earlier purchases
 */
export function lateDecidedCommission(
  policies: readonly CommissionPolicy[],
  sale: EarningSale,
  { is_first_paid }: { is_first_paid: boolean },
): SaleCommission {
  const currentCommission = saleCommission(policies, sale)
  const isSecond =
    is_first_paid && currentCommission.kind === 'paid' && currentCommission.policy.duration === 'first_sale'
  return isSecond ? { kind: 'past_duration', policy: currentCommission.policy } : currentCommission
}

/**
 * Picks the policy that pays for a sale (D28), in this order: group and product, group default, product, program
 * default. A flat policy matches only sales in its currency.
 * @param policies may include policies for other groups and products
 * @returns undefined if not even the program default matches
 */
export function pickPolicy(
  policies: readonly CommissionPolicy[],
  sale: { product_id: string | undefined; currency: Currency; group_id: number | null },
): CommissionPolicy | undefined {
  const matchingPolicies = policies.filter(
    (policy) => policy.type === 'percent' || policy.currency === sale.currency,
  )
  const find = (group: number | null, product: string | null) =>
    matchingPolicies.find(({ group_id, product_id }) => group_id === group && product_id === product)
  const groups = sale.group_id === null ? [null] : [sale.group_id, null]
  const products = sale.product_id === undefined ? [null] : [sale.product_id, null]
  for (const group of groups) {
    for (const product of products) {
      const policy = find(group, product)
      if (policy !== undefined) return policy
    }
  }
  return undefined
}

/**
 * Returns whether a policy still pays for a sale received now. A policy always pays for the first sale, and the
 * last instant of its duration is included.
 */
export function isWithinDuration(
  policy: Pick<CommissionPolicy, 'duration' | 'duration_months'>,
  { first_sale_at, received_at, time_zone }: Pick<EarningSale, 'first_sale_at' | 'received_at' | 'time_zone'>,
): boolean {
  if (first_sale_at === null) return true
  switch (policy.duration) {
    case 'lifetime':
      return true
    case 'first_sale':
      return false
    case 'months':
      return received_at <= durationEnd(policy, first_sale_at, time_zone)
  }
}

/**
 * Returns the last instant at which a policy of this many months pays, counted in calendar months on the
 * program's clock (D68). 31 January plus one month is the last day of February.
 */
export function durationEnd(
  { duration_months }: Pick<CommissionPolicy, 'duration_months'>,
  firstSaleAt: Date,
  timeZone: string,
): Date {
  const first = Temporal.Instant.fromEpochMilliseconds(firstSaleAt.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(first.add({ months: duration_months ?? 0 }).epochMilliseconds)
}

/**
 * Returns a sale's commission in minor units of its currency: a percentage of the policy's base, or a flat
 * amount (specification, resource Commission; D28, D29).
 */
export function commissionAmount(policy: CommissionPolicy, sale: TaxedAmount): number {
  switch (policy.type) {
    case 'percent':
      if (policy.rate_bps === null) throw new Error(`percent policy ${policy.id} has no rate`)
      return applyRate(commissionBaseCents(policy.commission_base, sale), policy.rate_bps)
    case 'flat':
      if (policy.amount_cents === null) throw new Error(`flat policy ${policy.id} has no amount`)
      return policy.amount_cents
  }
}

/**
 * Returns the amount that a policy applies its percentage to; null for a flat policy or a test sale without an amount.
 */
export function percentageBase(
  policy: Pick<CommissionPolicy, 'type' | 'commission_base'>,
  sale: { amount_cents: number | null; tax_amount_cents: number | null },
): number | null {
  const { amount_cents, tax_amount_cents } = sale
  if (policy.type === 'flat' || amount_cents === null) return null
  return commissionBaseCents(policy.commission_base, { amount_cents, tax_amount_cents })
}

type TaxedAmount = Pick<EarningSale, 'amount_cents' | 'tax_amount_cents'>

/**
 * Returns the base of a percentage: the amount with or without its tax. If the tax is unknown, both are the same. A
 * sale that consists only of tax has a base of 0.
 */
export function commissionBaseCents(
  base: CommissionPolicy['commission_base'],
  { amount_cents, tax_amount_cents }: TaxedAmount,
): number {
  return base === 'amount' ? amount_cents : amount_cents - (tax_amount_cents ?? 0)
}
