import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import {
  cancelInvitations,
  type InvitationRow,
  insertInvitation,
  listInvitations,
} from '../store/invitations.ts'
import {
  findMember,
  findUserByEmail,
  insertMember,
  listMembers,
  lockWorkspace,
  type MemberRow,
} from '../store/members.ts'
import type { MemberRole } from '../store/schema.ts'

const INVITATION_RANDOM_BYTES = 24
const DAY_MS = 24 * 60 * 60 * 1000

export type AddedMember =
  | { kind: 'member'; member: MemberRow }
  | { kind: 'invitation'; invitation: InvitationRow }
  | { kind: 'not_permitted' | 'owner_only' | 'already_member' | 'too_many' }

/**
 * Adds a user by e-mail to a workspace, or invites the e-mail when nobody has an account with it. Nothing sends
 * mail: whoever invites passes the invitation's secret id on. A newer invitation replaces the one before it.
 * The role of who adds is read again under the workspace's lock: it may have just changed.
 */
export async function addMember(
  { database, clock, ids }: Deps,
  input: { workspaceId: string; actorUserId: string; email: string; role: MemberRole },
): Promise<AddedMember> {
  const { workspaceId, actorUserId, role } = input
  const email = input.email.trim().toLowerCase()
  return database.kysely.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    const now = clock.now()
    const members = await listMembers(transaction, workspaceId, limits.membersPerWorkspace)
    const actor = members.find((member) => member.user_id === actorUserId && member.status === 'active')
    if (actor?.role !== 'owner' && actor?.role !== 'admin') return { kind: 'not_permitted' }
    if (role === 'owner' && actor.role !== 'owner') return { kind: 'owner_only' }
    if (members.length >= limits.membersPerWorkspace) return { kind: 'too_many' }
    await cancelInvitations(transaction, workspaceId, { email })
    const user = await findUserByEmail(transaction, email)
    if (user !== undefined) {
      const row = { id: ids.uuid(), workspace_id: workspaceId, user_id: user.id, role, created_at: now }
      if (!(await insertMember(transaction, row))) return { kind: 'already_member' }
      const member = await findMember(transaction, workspaceId, row.id)
      if (member === undefined) throw new Error(`member ${row.id} was added and is not there`)
      return { kind: 'member', member }
    }
    const most = limits.invitationsPerWorkspace
    if ((await listInvitations(transaction, workspaceId, now, most)).length >= most)
      return { kind: 'too_many' }
    const invitation = await insertInvitation(transaction, {
      id: ids.bytes(INVITATION_RANDOM_BYTES).toString('base64url'),
      workspace_id: workspaceId,
      email,
      role,
      inviter_id: actorUserId,
      expires_at: new Date(now.getTime() + limits.invitationDays * DAY_MS),
      created_at: now,
    })
    return { kind: 'invitation', invitation }
  })
}
