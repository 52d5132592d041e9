import { runIn } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { accountLimits } from './limits.ts'
import {
  formatManagementKey,
  hashManagementKey,
  MANAGEMENT_KEY_RANDOM_BYTES,
  maskManagementKey,
} from './management-key.rule.ts'
import {
  countManagementKeys,
  insertManagementKey,
  lockProgramForKey,
  type ManagementKeyRow,
  readManagementKey,
} from './management-keys.sql.ts'
import { findMembership, lockWorkspace } from './members.sql.ts'
import { getPermissions, type Permission } from './permissions.rule.ts'

export interface NewManagementKey {
  workspaceId: string
  /** Undefined for a key for all programs in the workspace. */
  programId: number | undefined
  name: string
  permissions: readonly Permission[]
  expiresAt: Date | undefined
  createdBy: string
}

export type CreatedManagementKey =
  | { kind: 'created'; key: string; row: ManagementKeyRow }
  | { kind: 'too_many' | 'no_program' | 'program_archived' | 'beyond_maker' }

/**
 * Creates a management key (D54). The key is only returned here; only its hash is stored. The creator's permissions are
 * read under the workspace's lock, because they may have just changed.
 */
export async function createManagementKey(
  { database, clock, ids }: Deps,
  { workspaceId, programId, name, permissions, expiresAt, createdBy }: NewManagementKey,
): Promise<CreatedManagementKey> {
  const key = formatManagementKey(ids.bytes(MANAGEMENT_KEY_RANDOM_BYTES))
  return withTransaction({ database }, async (transaction) => {
    // The program is locked first, in the same order as when archiving it.
    const program =
      programId === undefined ? 'open' : await lockProgramForKey(transaction, workspaceId, programId)
    if (program === undefined) return { kind: 'no_program' }
    if (program === 'archived') return { kind: 'program_archived' }
    await lockWorkspace(transaction, workspaceId)
    const maker = await findMembership(runIn(transaction), workspaceId, createdBy)
    const role = maker?.role ?? null
    const makerPermissions = role === null ? undefined : getPermissions(role)
    const isAllowed = ['api_key:manage' as const, ...permissions].every((one) => makerPermissions?.has(one))
    if (!isAllowed) return { kind: 'beyond_maker' }
    const now = clock.now()
    if ((await countManagementKeys(transaction, workspaceId, now)) >= accountLimits.managementKeys) {
      return { kind: 'too_many' }
    }
    const id = await insertManagementKey(transaction, {
      workspace_id: workspaceId,
      program_id: programId ?? null,
      name,
      permissions: [...permissions],
      key_hash: hashManagementKey(key),
      masked: maskManagementKey(key),
      created_by: createdBy,
      created_at: now,
      expires_at: expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
    })
    const row = await readManagementKey(transaction, workspaceId, id)
    if (row === undefined) throw new Error(`management key ${id} no longer exists`)
    return { kind: 'created', key, row }
  })
}
