import type { Transaction } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { MemberRole } from '../../core/enums.ts'

export type InvitationRow = QueryRow<typeof listInvitations>

const SHOWN = ['id', 'email', 'role', 'expires_at', 'created_at'] as const

/** Lists open invitations, oldest first. */
export function listInvitations(queries: Queries, workspaceId: string, now: Date, limit: number) {
  return queries
    .selectFrom('workspace_invitations')
    .select(SHOWN)
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function insertInvitation(
  transaction: Transaction<Schema>,
  invitation: {
    id: string
    workspace_id: string
    email: string
    role: MemberRole
    inviter_id: string
    expires_at: Date
    created_at: Date
  },
) {
  return transaction
    .insertInto('workspace_invitations')
    .values({ ...invitation, status: 'pending' })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
}

/** Finds an open invitation and its workspace. */
export function findOpenInvitation(queries: Queries, id: string, now: Date) {
  return queries
    .selectFrom('workspace_invitations')
    .select([...SHOWN, 'workspace_id'])
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Finds what an open invitation shows to its recipient. */
export function previewInvitation(queries: Queries, id: string, now: Date) {
  return queries
    .selectFrom('workspace_invitations as i')
    .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
    .innerJoin('users as u', 'u.id', 'i.inviter_id')
    .select(['i.email', 'i.role', 'i.expires_at', 'w.name as workspace_name', 'u.name as inviter_name'])
    .where('i.id', '=', id)
    .where('i.status', '=', 'pending')
    .where('i.expires_at', '>', now)
    .executeTakeFirst()
}

/**
 * Marks an invitation as accepted.
 * @returns false if it was accepted or canceled in the meantime; nothing was written
 */
export async function markInvitationAccepted(transaction: Transaction<Schema>, id: string): Promise<boolean> {
  const accepted = await transaction
    .updateTable('workspace_invitations')
    .set({ status: 'accepted' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return accepted !== undefined
}

/**
 * Cancels the pending invitations that match the filter.
 * @returns the number of canceled invitations
 */
export async function cancelInvitations(
  transaction: Transaction<Schema>,
  workspaceId: string,
  filter: { id?: string; email?: string; inviterId?: string },
): Promise<number> {
  let query = transaction
    .updateTable('workspace_invitations')
    .set({ status: 'canceled' })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.email !== undefined) query = query.where('email', '=', filter.email)
  if (filter.inviterId !== undefined) query = query.where('inviter_id', '=', filter.inviterId)
  return (await query.returning('id').execute()).length
}
