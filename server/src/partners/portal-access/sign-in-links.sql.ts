import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export interface NewSignInLink {
  token_hash: Buffer
  email: string
  created_at: Date
  expires_at: Date
  workspace_id: string | null
  partner_id: number | null
}

/**
 * Inserts a link and invalidates earlier ones of the same kind: those emailed to the same address, or those shared by
 * the same workspace.
 */
export async function replaceSignInLinks(
  transaction: Transaction<Schema>,
  link: NewSignInLink,
): Promise<void> {
  await transaction
    .deleteFrom('partner_sign_in_links')
    .where('email', '=', link.email)
    .where('workspace_id', 'is not distinct from', link.workspace_id)
    .where('spent_at', 'is', null)
    .returning('email')
    .execute()
  await transaction.insertInto('partner_sign_in_links').values(link).execute()
}

/** Loads a valid link. @returns undefined if it is expired, used or unknown */
export function findSignInLink(queries: Queries, tokenHash: Buffer, now: Date) {
  return queries
    .selectFrom('partner_sign_in_links')
    .select(['email', 'workspace_id'])
    .where('token_hash', '=', tokenHash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses up a link. Only one of several concurrent requests succeeds. */
export function consumeSignInLink(transaction: Transaction<Schema>, tokenHash: Buffer, now: Date) {
  return transaction
    .updateTable('partner_sign_in_links')
    .set({ spent_at: now })
    .where('token_hash', '=', tokenHash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['email', 'workspace_id'])
    .executeTakeFirst()
}

/**
 * Deletes expired links.
 * @returns the number of deleted rows
 */
export async function purgeSignInLinks(queries: Queries, now: Date, rows: number): Promise<number> {
  const deletion = await sql`
    with ended as (
      select l.token_hash from partner_sign_in_links l where l.expires_at <= ${now}::timestamptz
      order by l.expires_at limit ${rows} for update skip locked
    )
    delete from partner_sign_in_links as l using ended where l.token_hash = ended.token_hash returning 1`.execute(
    queries,
  )
  return deletion.rows.length
}
