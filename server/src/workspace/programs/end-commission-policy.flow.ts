import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { findPolicy, type PolicyRow, supersedePolicy } from './policies.sql.ts'
import { lockProgram } from './programs.sql.ts'

export type EndedPolicy =
  | { kind: 'ended'; policy: PolicyRow }
  | { kind: 'no_policy' | 'is_default' | 'not_in_force' }

/**
 * Ends a product's or group's policy. Later sales use the next policy that applies (D28). The program's default policy
 * can't be ended.
 */
export async function endCommissionPolicy(
  deps: Deps,
  programId: number,
  policyId: number,
): Promise<EndedPolicy> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    const policy = await findPolicy(transaction, programId, policyId)
    if (policy === undefined) return { kind: 'no_policy' }
    if (policy.product_id === null && policy.group_id === null) return { kind: 'is_default' }
    const at = deps.clock.now()
    const endedPolicy = await supersedePolicy(transaction, programId, policyId, at)
    return endedPolicy === undefined ? { kind: 'not_in_force' } : { kind: 'ended', policy: endedPolicy }
  })
}
