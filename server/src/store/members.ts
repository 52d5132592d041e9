import type { Transaction } from 'kysely'
import type { Queries } from './database.ts'
import type { MemberRole, MemberStatus, Schema } from './schema.ts'

/** The role of an active member; undefined for everybody else. */
export async function findMemberRole(
  queries: Queries,
  workspaceId: string,
  userId: string,
): Promise<MemberRole | undefined> {
  const row = await queries
    .selectFrom('workspace_members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.role
}

/** Whether there is a membership, active or suspended. */
export async function isMember(queries: Queries, workspaceId: string, userId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('workspace_members')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether one of these texts is the id, the slug or an invitation of a workspace the user is suspended in. */
export async function isSuspendedInAny(queries: Queries, userId: string, names: string[]): Promise<boolean> {
  if (names.length === 0) return false
  const row = await queries
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .leftJoin('workspace_invitations as i', (join) =>
      join.onRef('i.workspace_id', '=', 'w.id').on('i.id', 'in', names),
    )
    .select('m.id')
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'suspended')
    .where((where) =>
      where.or([where('w.id', 'in', names), where('w.slug', 'in', names), where('i.id', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether somebody may make an account with this e-mail because a workspace waits for it. */
export async function hasPendingInvitation(queries: Queries, email: string, now: Date): Promise<boolean> {
  const row = await queries
    .selectFrom('workspace_invitations')
    .select('id')
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface MemberRow {
  id: string
  user_id: string
  name: string
  email: string
  role: MemberRole
  status: MemberStatus
  created_at: Date
}

/** The members of a workspace, oldest first; a workspace has no more than `limits.membersPerWorkspace`. */
export async function listMembers(queries: Queries, workspaceId: string, most: number): Promise<MemberRow[]> {
  return selectMembers(queries, workspaceId).orderBy('m.created_at').orderBy('m.id').limit(most).execute()
}

export async function findMember(
  queries: Queries,
  workspaceId: string,
  memberId: string,
): Promise<MemberRow | undefined> {
  return selectMembers(queries, workspaceId).where('m.id', '=', memberId).executeTakeFirst()
}

function selectMembers(queries: Queries, workspaceId: string) {
  return queries
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.user_id', 'u.name', 'u.email', 'm.role', 'm.status', 'm.created_at'])
    .where('m.workspace_id', '=', workspaceId)
}

/** The workspaces in which the user is an active member, with the role. At most `most` of them. */
export async function listWorkspacesOfUser(
  queries: Queries,
  userId: string,
  most: number,
): Promise<{ workspace_id: string; role: MemberRole }[]> {
  return queries
    .selectFrom('workspace_members')
    .select(['workspace_id', 'role'])
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Changes of a workspace's memberships queue here, so that each sees what the one before it left. */
export async function lockWorkspace(queries: Transaction<Schema>, workspaceId: string): Promise<void> {
  await queries
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function findUserByEmail(queries: Queries, email: string): Promise<{ id: string } | undefined> {
  return queries.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
}

/** @returns false when the user is a member already; nothing was written then */
export async function insertMember(
  queries: Queries,
  member: { id: string; workspace_id: string; user_id: string; role: MemberRole; created_at: Date },
): Promise<boolean> {
  const made = await queries
    .insertInto('workspace_members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function updateMember(
  queries: Queries,
  workspaceId: string,
  memberId: string,
  changes: { role: MemberRole; status: MemberStatus },
): Promise<void> {
  await queries
    .updateTable('workspace_members')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', memberId)
    .execute()
}

export async function deleteMember(queries: Queries, workspaceId: string, memberId: string): Promise<void> {
  await queries
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', memberId)
    .execute()
}

/** No session of the user stays in the workspace. */
export async function leaveInSessions(queries: Queries, workspaceId: string, userId: string): Promise<void> {
  await queries
    .updateTable('sessions')
    .set({ active_workspace_id: null })
    .where('user_id', '=', userId)
    .where('active_workspace_id', '=', workspaceId)
    .execute()
}
