import { expect, it } from 'vitest'
import { applicablePolicies } from './applicable-policies.rule.ts'

const policy = (
  id: number,
  group_id: number | null,
  product_id: string | null,
  type: 'percent' | 'flat' = 'percent',
) => ({ id, group_id, product_id, type })
const DEFAULT = policy(1, null, null)
const PRO = policy(2, null, 'pro')

it.each([
  ['the program’s, without a group', [DEFAULT, PRO], [1, 2]],
  ['only the group’s default', [DEFAULT, PRO, policy(3, 7, null)], [3]],
  ['the program’s, except for the group’s product', [DEFAULT, PRO, policy(3, 7, 'pro')], [1, 3]],
  [
    'both, if the group has a flat amount in one currency',
    [DEFAULT, PRO, policy(3, 7, null, 'flat')],
    [1, 2, 3],
  ],
])('lists the policies that can pay a partner: %s', (_name, policies, ids) => {
  expect(applicablePolicies(policies).map(({ id }) => id)).toEqual(ids)
})
