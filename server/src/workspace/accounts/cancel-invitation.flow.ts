import { limits } from '../../core/config/limits.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { cancelInvitations, listInvitations } from './invitations.sql.ts'
import { accountLimits } from './limits.ts'
import { listMembers, lockWorkspace } from './members.sql.ts'
import { mayReplaceInvitation, type Permission } from './permissions.rule.ts'

export type CancelInvitationOutcome =
  | 'canceled'
  | 'no_invitation'
  | 'not_permitted'
  | 'owner_only'
  | 'beyond_key'

/**
 * Cancels an open invitation. Admins can't cancel invitations from owners. The role is read under the workspace's lock,
 * because it may have just changed.
 * @param input.keyPermissions the management key's permissions, if the request uses one
 */
export async function cancelInvitation(
  { database, clock }: Deps,
  input: {
    workspaceId: string
    actorUserId: string
    keyPermissions: ReadonlySet<Permission> | undefined
    invitationId: string
  },
): Promise<CancelInvitationOutcome> {
  const { workspaceId, actorUserId, keyPermissions, invitationId: id } = input
  if (!isStorable(id, limits.maxIdLength)) return 'no_invitation'
  return withTransaction({ database }, async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    const members = await listMembers(transaction, workspaceId, accountLimits.membersPerWorkspace)
    const actor = members.find((member) => member.user_id === actorUserId && member.status === 'active')
    if (actor?.role !== 'owner' && actor?.role !== 'admin') return 'not_permitted'
    const maxInvitations = accountLimits.invitationsPerWorkspace
    const openInvitations = await listInvitations(transaction, workspaceId, clock.now(), maxInvitations)
    const invitation = openInvitations.find((one) => one.id === id)
    if (invitation?.role === 'owner' && actor.role !== 'owner') return 'owner_only'
    if (invitation !== undefined && !mayReplaceInvitation(keyPermissions, invitation)) return 'beyond_key'
    return (await cancelInvitations(transaction, workspaceId, { id })) === 0 ? 'no_invitation' : 'canceled'
  })
}
