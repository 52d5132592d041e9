import { Temporal } from 'temporal-polyfill'
import type { Currency } from '../../core/money/currency.ts'
import { shareOf } from '../../core/money/money.rule.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'

/** What of a sale its commission depends on: its amount and the tax in it in minor units of its currency, and when it came. */
export interface EarningSale {
  amount_cents: number
  tax_amount_cents: number | null | undefined
  currency: Currency
  product_id: string | undefined
  /** The partner's when the sale is decided; null: none. */
  group_id: number | null
  received_at: Date
  /** When the customer's first sale was received; null: this is the first. */
  first_sale_at: Date | null
  /** The program's, in which the months of a duration are counted (D68). */
  time_zone: string
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
  if (!isWithinDuration(policy, sale)) return { kind: 'past_duration', policy }
  return { kind: 'paid', policy, amount_cents: commissionAmount(policy, sale) }
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

/**
 * Which policy pays for a sale (D28): the partner's group's for the product, the group's default, the program's for the
 * product, the program's default. A flat policy matches only sales in its currency.
 * @param policies those of other groups and products are left aside
 * @returns undefined when not even the program's default matches
 */
export function pickPolicy(
  policies: readonly CommissionPolicy[],
  sale: { product_id: string | undefined; currency: Currency; group_id: number | null },
): CommissionPolicy | undefined {
  const matching = policies.filter((policy) => policy.type === 'percent' || policy.currency === sale.currency)
  const find = (group: number | null, product: string | null) =>
    matching.find(({ group_id, product_id }) => group_id === group && product_id === product)
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

/** Whether a policy still pays for a sale received now. The first sale is always paid; the last instant counts. */
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
 * Returns the last instant at which a policy of so many months pays: the same time on the program's clock so many calendar
 * months later (D68); 31 January plus one month is the last day of February.
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
 * What a sale earns its partner, in minor units of the sale's currency, without conversion: a share of the policy's base,
 * or a flat amount (specification, resource Commission; D28, D29).
 */
export function commissionAmount(policy: CommissionPolicy, sale: TaxedAmount): number {
  switch (policy.type) {
    case 'percent':
      if (policy.rate_bps === null) throw new Error(`percent policy ${policy.id} has no rate`)
      return shareOf(commissionBaseCents(policy.commission_base, sale), policy.rate_bps)
    case 'flat':
      if (policy.amount_cents === null) throw new Error(`flat policy ${policy.id} has no amount`)
      return policy.amount_cents
  }
}

/** Returns what a policy takes its percentage of; null when the policy is flat, or the sale has no amount (a test). */
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
 * Returns what a percentage is taken of: the amount as sent, or the amount less its tax. Without a known tax both are the
 * same; a sale that is nothing but tax has a base of 0.
 */
export function commissionBaseCents(
  base: CommissionPolicy['commission_base'],
  { amount_cents, tax_amount_cents }: TaxedAmount,
): number {
  return base === 'amount' ? amount_cents : amount_cents - (tax_amount_cents ?? 0)
}
