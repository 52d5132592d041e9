import type { Queries } from './database.ts'
import type { MemberRole } from './schema.ts'

export interface AccountRow {
  id: string
  name: string
  email: string
}

export async function findAccount(queries: Queries, userId: string): Promise<AccountRow | undefined> {
  return queries
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export interface MembershipRow {
  workspace_id: string
  workspace_name: string
  role: MemberRole
}

/** The active memberships of a user, the oldest first, at most `most`. */
export async function listMemberships(
  queries: Queries,
  userId: string,
  most: number,
): Promise<MembershipRow[]> {
  return queries
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select(['m.workspace_id', 'w.name as workspace_name', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(most)
    .execute()
}
