import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { MemberRole } from '../../core/enums.ts'
import { formatSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { invitationId } from './invitation-id.rule.ts'
import {
  cancelInvitations,
  type InvitationRow,
  insertInvitation,
  listInvitations,
} from './invitations.sql.ts'
import { accountLimits } from './limits.ts'
import { listMembers, lockWorkspace } from './members.sql.ts'
import { mayManageRole, mayReplaceInvitation, type Permission } from './permissions.rule.ts'

export type InvitedMember =
  | { kind: 'invited'; invitation: InvitationRow; secret: string; isMailed: boolean }
  | { kind: 'not_permitted' | 'owner_only' | 'beyond_key' | 'already_member' | 'too_many' }

/**
 * Invites an email address to a workspace. Anyone can create an account with an address, so only the invitation's
 * secret grants membership; it is returned once, stored as a hash, and sent by email if mail is set up. A new
 * invitation replaces the previous one.
 * @param input.keyPermissions the management key's permissions, if the request uses one; a key can't grant more
 *   than these
 */
export async function inviteMember(
  { database, clock, ids, accountMail }: Deps,
  input: {
    workspaceId: string
    actorUserId: string
    keyPermissions: ReadonlySet<Permission> | undefined
    email: string
    role: MemberRole
  },
): Promise<InvitedMember> {
  const { workspaceId, actorUserId, keyPermissions, email, role } = input
  return withTransaction({ database }, async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    const now = clock.now()
    const members = await listMembers(transaction, workspaceId, accountLimits.membersPerWorkspace)
    const actor = members.find((member) => member.user_id === actorUserId && member.status === 'active')
    if (actor?.role !== 'owner' && actor?.role !== 'admin') return { kind: 'not_permitted' }
    if (role === 'owner' && actor.role !== 'owner') return { kind: 'owner_only' }
    if (keyPermissions !== undefined && !mayManageRole(keyPermissions, role)) return { kind: 'beyond_key' }
    if (members.some((member) => member.email === email)) return { kind: 'already_member' }
    const pending = await listInvitations(
      transaction,
      workspaceId,
      now,
      accountLimits.invitationsPerWorkspace,
    )
    const otherInvitations = pending.filter((invitation) => invitation.email !== email)
    // Admins can't replace invitations from owners.
    const isOwners = pending.some((invitation) => invitation.email === email && invitation.role === 'owner')
    if (isOwners && actor.role !== 'owner') return { kind: 'owner_only' }
    const replacedInvitations = pending.filter((invitation) => invitation.email === email)
    if (!replacedInvitations.every((invitation) => mayReplaceInvitation(keyPermissions, invitation)))
      return { kind: 'beyond_key' }
    if (
      members.length >= accountLimits.membersPerWorkspace ||
      otherInvitations.length >= accountLimits.invitationsPerWorkspace
    ) {
      return { kind: 'too_many' }
    }
    await cancelInvitations(transaction, workspaceId, { email })
    const secret = formatSecret(ids.bytes(SECRET_BYTES))
    const invitation = await insertInvitation(transaction, {
      id: invitationId(secret),
      workspace_id: workspaceId,
      email,
      role,
      inviter_id: actorUserId,
      expires_at: new Date(now.getTime() + accountLimits.invitationDays * DAY_MS),
      created_at: now,
    })
    const isMailed = await accountMail?.invite(transaction, {
      id: invitation.id,
      email,
      role,
      workspaceId,
      inviterName: actor.name,
      secret,
      expiresAt: invitation.expires_at,
    })
    return { kind: 'invited', invitation, secret, isMailed: isMailed ?? false }
  })
}
