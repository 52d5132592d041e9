import type { Selectable, Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'

export type JoinInvitationRow = Omit<Selectable<Schema['join_invitations']>, 'token_hash'>

const COLUMNS = [
  'program_id',
  'id',
  'email',
  'invited_by',
  'inviter_name',
  'created_at',
  'expires_at',
  'used_at',
  'revoked_at',
] as const

export function insertJoinInvitation(
  transaction: Transaction<Schema>,
  invitation: Omit<JoinInvitationRow, 'id' | 'used_at' | 'revoked_at'> & { token_hash: Buffer },
) {
  return transaction
    .insertInto('join_invitations')
    .values(invitation)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function countOpenInvitations(queries: Queries, programId: number, now: Date): Promise<number> {
  const row = await queries
    .selectFrom('join_invitations')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('program_id', '=', programId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return row.open
}

/** Loads the valid invitation with a token. */
export function findOpenJoinInvitation(queries: Queries, programId: number, tokenHash: Buffer, now: Date) {
  return queries
    .selectFrom('join_invitations')
    .select(COLUMNS)
    .where('program_id', '=', programId)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Marks an invitation as used. @returns false if it was used or revoked in the meantime */
export async function consumeJoinInvitation(
  transaction: Transaction<Schema>,
  programId: number,
  id: number,
  at: Date,
): Promise<boolean> {
  const usedInvitation = await transaction
    .updateTable('join_invitations')
    .set({ used_at: at })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return usedInvitation !== undefined
}

/** Revokes an invitation. @returns undefined if the program has no open invitation with this ID */
export function revokeJoinInvitation(
  transaction: Transaction<Schema>,
  programId: number,
  id: number,
  at: Date,
) {
  return transaction
    .updateTable('join_invitations')
    .set({ revoked_at: at })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()
}

export function findJoinInvitation(queries: Queries, programId: number, id: number) {
  return queries
    .selectFrom('join_invitations')
    .select(COLUMNS)
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function listJoinInvitations(queries: Queries, programId: number, page: PageRequest) {
  const query = queries.selectFrom('join_invitations').select(COLUMNS).where('program_id', '=', programId)
  return selectPage(query, 'created_at', 'id', page)
}
