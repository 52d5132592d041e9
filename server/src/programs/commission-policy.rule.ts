import type { Currency } from '../platform/currency.ts'
import type { CommissionPolicy } from './commission-policy.ts'

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
  firstSaleAt: Date | null,
  receivedAt: Date,
): boolean {
  if (firstSaleAt === null) return true
  switch (policy.duration) {
    case 'lifetime':
      return true
    case 'first_sale':
      return false
    case 'months':
      return receivedAt <= durationEnd(policy, firstSaleAt)
  }
}

/** The last instant at which a policy of so many months pays. */
export function durationEnd(
  { duration_months }: Pick<CommissionPolicy, 'duration_months'>,
  firstSaleAt: Date,
): Date {
  return addMonths(firstSaleAt, duration_months ?? 0)
}

/** The same UTC time so many calendar months later; 31 January plus one month is the last day of February. */
function addMonths(instant: Date, months: number): Date {
  const result = new Date(instant)
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(instant.getUTCDate(), lastDay))
  return result
}
