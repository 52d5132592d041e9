import type { CommissionPolicy } from './commission-policy.ts'

/**
 * Returns the policies that can pay a partner of a group. A percentage of the group replaces those of the program for
 * the same product, and its default replaces all of them; a flat amount only pays sales in its currency.
 * @param policies those of the program, and of the group if the partner has one
 */
export function applicablePolicies<Policy extends Pick<CommissionPolicy, 'group_id' | 'product_id' | 'type'>>(
  policies: readonly Policy[],
): Policy[] {
  const replacing = policies.filter(({ group_id, type }) => group_id !== null && type === 'percent')
  return policies.filter(
    ({ group_id, product_id }) =>
      group_id !== null ||
      !replacing.some((other) => other.product_id === null || other.product_id === product_id),
  )
}
