import type { Transaction } from 'kysely'
import { runIn } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { getKeyPermissions, parseActorKeyId } from './management-key.rule.ts'
import { findManagementKeyById } from './management-keys.sql.ts'
import { findMembership, lockWorkspace } from './members.sql.ts'
import { getPermissions, type Permission } from './permissions.rule.ts'

/**
 * Checks again, under the workspace's lock, whether the requester still has the permission. Membership changes take the
 * same lock, so losing a permission also revokes what this transaction creates. If both locks are needed, lock the
 * program first.
 */
export async function stillHasPermission(
  transaction: Transaction<Schema>,
  workspaceId: string,
  { actorId, now }: { actorId: string; now: Date },
  permission: Permission,
): Promise<boolean> {
  await lockWorkspace(transaction, workspaceId)
  const run = runIn(transaction)
  const keyId = parseActorKeyId(actorId)
  if (keyId !== undefined) {
    const key = await findManagementKeyById(run, keyId)
    return key !== undefined && getKeyPermissions(key, now)?.has(permission) === true
  }
  const role = (await findMembership(run, workspaceId, actorId))?.role ?? null
  return role !== null && getPermissions(role).has(permission)
}
