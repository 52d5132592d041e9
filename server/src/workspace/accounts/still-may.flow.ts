import type { Transaction } from 'kysely'
import { runIn } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { keyIdOfActor, permissionsOfKey } from './management-key.rule.ts'
import { findManagementKeyOfId } from './management-keys.sql.ts'
import { findMembership, lockWorkspace } from './members.sql.ts'
import { type Permission, permissionsOf } from './permissions.rule.ts'

/**
 * Whether somebody who was let in may still do this, asked again under the workspace's lock: memberships change under it, so
 * what he makes in this transaction is there when he loses power, and ends with it. Where the program is locked too, it comes
 * first.
 */
export async function stillMay(
  transaction: Transaction<Schema>,
  workspaceId: string,
  { actorId, now }: { actorId: string; now: Date },
  permission: Permission,
): Promise<boolean> {
  await lockWorkspace(transaction, workspaceId)
  const run = runIn(transaction)
  const keyId = keyIdOfActor(actorId)
  if (keyId !== undefined) {
    const key = await findManagementKeyOfId(run, keyId)
    return key !== undefined && permissionsOfKey(key, now)?.has(permission) === true
  }
  const role = (await findMembership(run, workspaceId, actorId))?.role ?? null
  return role !== null && permissionsOf(role).has(permission)
}
