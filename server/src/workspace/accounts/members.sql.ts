import { sql, type Transaction } from 'kysely'
import type { Queries, QueryRow, Run } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { statement } from '../../core/database/statement.ts'
import type { MemberRole, MemberStatus } from '../../core/enums.ts'

/** A user's active membership in a workspace, or nulls. */
export interface Membership {
  role: MemberRole | null
  lacks_two_factor: boolean | null
}

/** Columns for statements that use the joins of `membershipJoin`. */
export const MEMBERSHIP_COLUMNS =
  'm.role, (w.requires_two_factor and not u.two_factor_enabled) as lacks_two_factor'

/**
 * Returns the joins for a user's active membership in a workspace, with the user and workspace given as SQL. The
 * columns are null if there is none.
 */
export function membershipJoin(user: string, workspace: string): string {
  return `
    left join workspace_members m
      on m.workspace_id = ${workspace} and m.user_id = ${user} and m.status = 'active'
    left join workspaces w on w.id = m.workspace_id
    left join users u on u.id = m.user_id`
}

/** Returns the user's membership, or undefined if the user doesn't exist. */
export async function findMembership(run: Run, workspaceId: string, userId: string) {
  const [membership] = await run<Membership>(FIND_MEMBERSHIP({ workspace_id: workspaceId, user_id: userId }))
  return membership
}

const FIND_MEMBERSHIP = statement(
  'find-membership',
  { workspace_id: 'text', user_id: 'text' },
  `
    select ${MEMBERSHIP_COLUMNS}
    from (select :user_id as id) asking ${membershipJoin('asking.id', ':workspace_id')}`,
)

/** Returns the SQL condition that the workspace requires a second factor and the user lacks it. */
export function lacksTwoFactor(workspace: string, user: string) {
  return sql<boolean>`(${sql.ref(`${workspace}.requires_two_factor`)} and not ${sql.ref(`${user}.two_factor_enabled`)})`
}

export type MemberRow = QueryRow<typeof listMembers>

/** Lists a workspace's members, oldest first. Not paged, because the number of members is limited. */
export function listMembers(queries: Queries, workspaceId: string, limit: number) {
  return selectMembers(queries, workspaceId).orderBy('m.created_at').orderBy('m.id').limit(limit).execute()
}

function selectMembers(queries: Queries, workspaceId: string) {
  return queries
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.user_id', 'u.name', 'u.email', 'm.role', 'm.status', 'm.created_at'])
    .where('m.workspace_id', '=', workspaceId)
}

/** Lists the workspaces in which the user is an active member, oldest membership first. */
export function listWorkspacesByUser(queries: Queries, userId: string, most: number) {
  return queries
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.workspace_id', 'w.name as workspace_name', 'm.role', 'w.requires_two_factor'])
    .select(lacksTwoFactor('w', 'u').as('lacks_two_factor'))
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(most)
    .execute()
}

/** Serializes changes to the workspace's memberships. */
export async function lockWorkspace(queries: Transaction<Schema>, workspaceId: string): Promise<void> {
  await queries
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function findUserByEmail(queries: Queries, email: string) {
  return queries.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
}

/** Returns whether an active member of the workspace has this email. */
export async function isActiveMember(queries: Queries, workspaceId: string, email: string): Promise<boolean> {
  const member = await selectMembers(queries, workspaceId)
    .where('u.email', '=', email)
    .where('m.status', '=', 'active')
    .executeTakeFirst()
  return member !== undefined
}

/**
 * Adds a member.
 * @returns false if the user is already a member; nothing was written
 */
export async function insertMember(
  transaction: Transaction<Schema>,
  member: { id: string; workspace_id: string; user_id: string; role: MemberRole; created_at: Date },
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('workspace_members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateMember(
  transaction: Transaction<Schema>,
  workspaceId: string,
  memberId: string,
  changes: { role: MemberRole; status: MemberStatus },
): Promise<void> {
  await transaction
    .updateTable('workspace_members')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', memberId)
    .execute()
}

export async function deleteMember(
  transaction: Transaction<Schema>,
  workspaceId: string,
  memberId: string,
): Promise<void> {
  await transaction
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', memberId)
    .execute()
}

/** Removes the workspace from the user's sessions. */
export async function removeFromSessions(
  queries: Queries,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await queries
    .updateTable('sessions')
    .set({ active_workspace_id: null })
    .where('user_id', '=', userId)
    .where('active_workspace_id', '=', workspaceId)
    .execute()
}
