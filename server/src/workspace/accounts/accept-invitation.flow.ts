import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { MEMBER_ROLES } from '../../core/enums.ts'
import { invitationId } from './invitation-id.rule.ts'
import { findOpenInvitation, markInvitationAccepted } from './invitations.sql.ts'
import { accountLimits } from './limits.ts'
import { insertMember, listMembers, lockWorkspace } from './members.sql.ts'
import { findAccount } from './read-account.sql.ts'

export type AcceptedInvitation =
  | { kind: 'accepted'; workspaceId: string }
  | { kind: 'no_invitation' | 'not_recipient' | 'already_member' | 'too_many' }

/**
 * Adds the holder of an invitation's secret to the workspace if their account has the invited email. Membership changes
 * lock the workspace, so an invitation is accepted only once, and never after it was canceled.
 */
export async function acceptInvitation(
  { database, clock, ids }: Deps,
  input: { secret: string; userId: string },
): Promise<AcceptedInvitation> {
  const { userId } = input
  const id = invitationId(input.secret)
  return withTransaction({ database }, async (transaction) => {
    const now = clock.now()
    const openInvitation = await findOpenInvitation(transaction, id, now)
    if (openInvitation === undefined) return { kind: 'no_invitation' }
    const workspaceId = openInvitation.workspace_id
    await lockWorkspace(transaction, workspaceId)
    // The invitation may have been accepted or canceled while waiting for the lock.
    if ((await findOpenInvitation(transaction, id, now)) === undefined) return { kind: 'no_invitation' }
    const account = await findAccount(transaction, userId)
    if (account?.email !== openInvitation.email) return { kind: 'not_recipient' }
    const members = await listMembers(transaction, workspaceId, accountLimits.membersPerWorkspace)
    // Includes suspended members: an invitation must not reactivate them.
    if (members.some((member) => member.user_id === userId)) return { kind: 'already_member' }
    if (members.length >= accountLimits.membersPerWorkspace) return { kind: 'too_many' }
    const role = MEMBER_ROLES.find((one) => one === openInvitation.role)
    if (role === undefined || !(await markInvitationAccepted(transaction, id)))
      return { kind: 'no_invitation' }
    const member = { id: ids.uuid(), workspace_id: workspaceId, user_id: userId, role, created_at: now }
    if (!(await insertMember(transaction, member))) throw new Error('a member was inserted despite the lock')
    return { kind: 'accepted', workspaceId }
  })
}
