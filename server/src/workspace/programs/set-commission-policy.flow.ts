import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { findGroup } from './groups.sql.ts'
import { programLimits } from './limits.ts'
import {
  countOwnPolicies,
  findNewestPolicy,
  insertPolicy,
  type PolicyRow,
  type PolicyScope,
  type PolicyTerms,
  supersedePolicy,
} from './policies.sql.ts'
import { lockProgram } from './programs.sql.ts'

/**
 * Sets the commission policy for a group or the program, for a product or as the default, as a new version (D28). Locks
 * the program, so that versions are consecutive and no group is ended in the meantime.
 */
export async function setCommissionPolicy(
  deps: Deps,
  programId: number,
  scope: PolicyScope,
  terms: PolicyTerms,
): Promise<PolicyRow | 'too_many_policies' | 'no_group'> {
  return withTransaction(deps, async (transaction) => {
    const program = await lockProgram(transaction, programId)
    if (program === undefined) throw new Error(`program ${programId} no longer exists`)
    const now = deps.clock.now()
    const { group_id } = scope
    if (group_id !== null && (await findGroup(transaction, programId, group_id)) === undefined)
      return 'no_group'
    const previousPolicy = await findNewestPolicy(transaction, programId, scope)
    const isInForce = previousPolicy !== undefined && previousPolicy.superseded_at === null
    if (isInForce) await supersedePolicy(transaction, programId, previousPolicy.id, now)
    else if ((await countOwnPolicies(transaction, programId)) >= programLimits.productPolicies) {
      return 'too_many_policies'
    }
    const version = (previousPolicy?.version ?? 0) + 1
    return insertPolicy(transaction, {
      ...terms,
      ...scope,
      commission_base: program.commission_base,
      program_id: programId,
      version,
      created_at: now,
    })
  })
}
