import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { isStorable } from '../platform/stored-text.rule.ts'
import { cancelInvitations, listInvitations } from './invitations.sql.ts'
import { listMembers, lockWorkspace } from './members.sql.ts'

export type CanceledInvitation = 'canceled' | 'no_invitation' | 'not_permitted' | 'owner_only'

/**
 * Cancels an invitation that is still open; an owner's word is not undone by an admin. The role of who cancels is read
 * under the workspace's lock, as where members are invited and changed: it may have just changed.
 */
export async function cancelInvitation(
  { database, clock }: Deps,
  input: { workspaceId: string; actorUserId: string; invitationId: string },
): Promise<CanceledInvitation> {
  const { workspaceId, actorUserId, invitationId: id } = input
  if (!isStorable(id, limits.idChars)) return 'no_invitation'
  return database.kysely.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    const members = await listMembers(transaction, workspaceId, limits.membersPerWorkspace)
    const actor = members.find((member) => member.user_id === actorUserId && member.status === 'active')
    if (actor?.role !== 'owner' && actor?.role !== 'admin') return 'not_permitted'
    const most = limits.invitationsPerWorkspace
    const open = await listInvitations(transaction, workspaceId, clock.now(), most)
    const isOwners = open.some((invitation) => invitation.id === id && invitation.role === 'owner')
    if (isOwners && actor.role !== 'owner') return 'owner_only'
    return (await cancelInvitations(transaction, workspaceId, { id })) === 0 ? 'no_invitation' : 'canceled'
  })
}
