import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { type ManagementKeyRow, readManagementKey, revokeManagementKeys } from './management-keys.sql.ts'

/**
 * Revokes a management key with immediate effect. A revoked key stays unchanged.
 * @returns undefined if the workspace has no such key
 */
export async function revokeManagementKey(
  { database, clock }: Deps,
  workspaceId: string,
  keyId: number,
): Promise<ManagementKeyRow | undefined> {
  return withTransaction({ database }, async (transaction) => {
    await revokeManagementKeys(transaction, workspaceId, { id: keyId }, clock.now())
    return readManagementKey(transaction, workspaceId, keyId)
  })
}
