import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { type ApiKeyRow, findApiKeyById, setRetirement } from './api-keys.sql.ts'

/**
 * Retires a key now or at a later time (rotation with a grace period, D44). A retired key stays unchanged.
 * @returns undefined if the program has no such key
 */
export async function retireApiKey(
  { database, clock }: Deps,
  programId: number,
  keyId: number,
  at?: Date,
): Promise<ApiKeyRow | undefined> {
  const now = clock.now()
  const retiredAt = at !== undefined && at > now ? at : now
  return withTransaction({ database }, async (transaction) => {
    const retired = await setRetirement(transaction, programId, keyId, { retiredAt, now })
    return retired ?? findApiKeyById(transaction, programId, keyId)
  })
}
