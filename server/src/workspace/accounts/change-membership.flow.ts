import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { cancelInvitations } from './invitations.sql.ts'
import { accountLimits } from './limits.ts'
import { revokeManagementKeys } from './management-keys.sql.ts'
import {
  deleteMember,
  listMembers,
  lockWorkspace,
  type MemberRow,
  removeFromSessions,
  updateMember,
} from './members.sql.ts'
import {
  applyMembershipChange,
  type MembershipChange,
  type MembershipRejection,
  membershipChangeRejection,
} from './membership-change.rule.ts'
import type { Permission } from './permissions.rule.ts'
import {
  endCopiedSignInLinks,
  endDelegatedSessions,
  revokePartnerInvitations,
} from './team-portal-access.sql.ts'

export type ChangedMembership =
  | { kind: 'changed'; member: MemberRow }
  | { kind: 'no_member' }
  | { kind: 'rejected'; reason: MembershipRejection }

/**
 * Changes or removes a membership (D45). Changes lock the workspace, so if two owners demote each other concurrently,
 * one of them remains. A member who loses permissions also loses their open invitations, impersonation sessions and
 * copied sign-in links; a removed member also loses their management keys.
 * @param input.keyPermissions the management key's permissions, if the request uses one
 */
export async function changeMembership(
  { database, clock }: Deps,
  input: {
    workspaceId: string
    actorUserId: string
    keyPermissions: ReadonlySet<Permission> | undefined
    memberId: string
    change: MembershipChange
  },
): Promise<ChangedMembership> {
  const { workspaceId, actorUserId, keyPermissions, memberId, change } = input
  return withTransaction({ database }, async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    const members = await listMembers(transaction, workspaceId, accountLimits.membersPerWorkspace)
    const actor = members.find((member) => member.user_id === actorUserId)
    const target = members.find((member) => member.id === memberId)
    if (actor === undefined) return { kind: 'rejected', reason: 'not_permitted' }
    if (target === undefined) return { kind: 'no_member' }
    const manager = { ...actor, keyPermissions }
    const reason = membershipChangeRejection(members, manager, target, change)
    if (reason !== undefined) return { kind: 'rejected', reason }
    const [newMembership] = applyMembershipChange([target], target, change)
    if (newMembership === undefined) {
      await deleteMember(transaction, workspaceId, memberId)
      await revokeManagementKeys(transaction, workspaceId, { createdBy: target.user_id }, clock.now())
    } else
      await updateMember(transaction, workspaceId, memberId, {
        role: newMembership.role,
        status: newMembership.status,
      })
    if (newMembership?.status !== 'active') await removeFromSessions(transaction, workspaceId, target.user_id)
    if (newMembership?.status !== 'active' || newMembership.role !== target.role) {
      const { user_id } = target
      await cancelInvitations(transaction, workspaceId, { inviterId: user_id })
      await revokePartnerInvitations(transaction, workspaceId, { invitedBy: user_id, at: clock.now() })
      await endCopiedSignInLinks(transaction, workspaceId)
      await endDelegatedSessions(transaction, workspaceId, user_id)
    }
    return { kind: 'changed', member: { ...target, ...newMembership } }
  })
}
