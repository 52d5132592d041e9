import type { CommissionPolicy } from './commission-policy.ts'

/**
 * Returns the policies that can pay a partner in a group. A group's percentage replaces the program's for the same
 * product, and the group's default replaces all of them; a flat amount only pays sales in its currency.
 * @param policies the program's, and the group's if the partner has one
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
