import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/**
 * Revokes the sign-in links that the team copied for partners, and the sessions started with them: any member who could
 * copy a link could also use it.
 */
export async function endCopiedSignInLinks(
  transaction: Transaction<Schema>,
  workspaceId: string,
): Promise<void> {
  await transaction
    .deleteFrom('partner_sign_in_links')
    .where('workspace_id', '=', workspaceId)
    .where('spent_at', 'is', null)
    .execute()
  await transaction.deleteFrom('partner_sessions').where('workspace_id', '=', workspaceId).execute()
}

/** Ends the impersonation sessions started by a member. */
export async function endDelegatedSessions(
  queries: Queries,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await queries
    .deleteFrom('delegated_sessions')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
}

/** Revokes the open partner invitations that a user, or a key they created, made in a workspace's programs. */
export async function revokePartnerInvitations(
  transaction: Transaction<Schema>,
  workspaceId: string,
  { invitedBy, at }: { invitedBy: string; at: Date },
): Promise<void> {
  const programs = await transaction
    .selectFrom('workspace_programs')
    .select('program_id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('program_id')
    .execute()
  if (programs.length === 0) return
  const ids = programs.map(({ program_id }) => program_id)
  const keys = await transaction
    .selectFrom('management_keys')
    .select(sql<string>`'key:' || id`.as('actor_id'))
    .where('workspace_id', '=', workspaceId)
    .where('created_by', '=', invitedBy)
    .execute()
  const creatorIds = [invitedBy, ...keys.map(({ actor_id }) => actor_id)]
  await transaction
    .updateTable('join_invitations')
    .set({ revoked_at: at })
    .where('program_id', '=', sql<number>`any (${ids}::bigint[])`)
    .where('invited_by', '=', sql<string>`any (${creatorIds}::text[])`)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}
