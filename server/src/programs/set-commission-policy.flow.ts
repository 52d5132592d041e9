import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import {
  countProductPolicies,
  findNewestPolicy,
  insertPolicy,
  type PolicyRow,
  type PolicyTerms,
  supersedePolicy,
} from './policies.sql.ts'
import { heldNow } from './program-clock.flow.ts'
import { lockProgram } from './programs.sql.ts'

/**
 * Sets the commission policy of a product, or the program's default where `productId` is null. It is a new
 * version; commissions keep the one they were made under (D28). Writers queue on the program, so that versions
 * follow one another.
 */
export async function setCommissionPolicy(
  deps: Deps,
  programId: number,
  productId: string | null,
  terms: PolicyTerms,
): Promise<PolicyRow | 'too_many_products'> {
  return deps.database.kysely.transaction().execute(async (transaction) => {
    await lockProgram(transaction, programId)
    const now = await heldNow(deps, transaction)
    const before = await findNewestPolicy(transaction, programId, productId)
    const isInForce = before !== undefined && before.superseded_at === null
    if (isInForce) await supersedePolicy(transaction, programId, before.id, now)
    else if ((await countProductPolicies(transaction, programId)) >= limits.productPolicies) {
      return 'too_many_products'
    }
    const version = (before?.version ?? 0) + 1
    return insertPolicy(transaction, {
      ...terms,
      program_id: programId,
      product_id: productId,
      version,
      created_at: now,
    })
  })
}
