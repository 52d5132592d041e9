import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export type PasskeyRow = Selectable<Schema['partner_passkeys']>

/** Lists an account's passkeys, newest first. */
export function listPasskeys(queries: Queries, accountId: number, rows: number) {
  return queries
    .selectFrom('partner_passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(rows)
    .execute()
}

/** Locks an open account, so that it can't be closed and the passkey limit holds. */
export async function lockOpenAccount(
  transaction: Transaction<Schema>,
  accountId: number,
): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('partner_accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.email ?? undefined
}

/** Inserts a passkey. @returns undefined if it is already registered */
export function insertPasskey(queries: Queries, passkey: Omit<PasskeyRow, 'id' | 'used_at'>) {
  return queries
    .insertInto('partner_passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Renames a passkey. @returns undefined if the account has no such passkey */
export function renamePasskey(
  queries: Queries,
  { accountId, passkeyId }: { accountId: number; passkeyId: number },
  name: string,
) {
  return queries
    .updateTable('partner_passkeys')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Deletes a passkey.
 * @returns the deleted row; undefined if the account has no such passkey
 */
export function deletePasskey(
  queries: Queries,
  { accountId, passkeyId }: { accountId: number; passkeyId: number },
) {
  return queries
    .deleteFrom('partner_passkeys')
    .where('account_id', '=', accountId)
    .where('id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst()
}

export function findPasskey(queries: Queries, credentialId: string) {
  return queries
    .selectFrom('partner_passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/**
 * Records a use if the signature counter is still the verified one, so that only one of two cloned passkeys succeeds.
 * Many passkeys always report 0; then only using up the challenge prevents reuse (`consumePasskeyChallenge`).
 * @returns false if the passkey was removed or used in the meantime
 */
export async function recordPasskeyUse(
  queries: Queries,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  use: { counter: number; is_synced: boolean; used_at: Date },
): Promise<boolean> {
  const row = await queries
    .updateTable('partner_passkeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPasskeyChallenge(
  queries: Queries,
  challenge: { challenge_hash: Buffer; session_id: number | null; created_at: Date; expires_at: Date },
): Promise<void> {
  await queries.insertInto('partner_passkey_challenges').values(challenge).execute()
}

/** Uses up a challenge of this ceremony. Only one of several concurrent requests succeeds. */
export async function consumePasskeyChallenge(
  queries: Queries,
  { hash, sessionId }: { hash: Buffer; sessionId: number | null },
  now: Date,
): Promise<boolean> {
  const deletedChallenge = await queries
    .deleteFrom('partner_passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('session_id', 'is not distinct from', sessionId)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst()
  return deletedChallenge !== undefined
}

/**
 * Deletes expired challenges.
 * @returns the number of deleted rows
 */
export async function purgePasskeyChallenges(queries: Queries, now: Date, rows: number): Promise<number> {
  const deletion = await sql`
    with ended as (
      select c.challenge_hash from partner_passkey_challenges c where c.expires_at <= ${now}::timestamptz
      order by c.expires_at limit ${rows} for update skip locked
    )
    delete from partner_passkey_challenges as c using ended
    where c.challenge_hash = ended.challenge_hash returning 1`.execute(queries)
  return deletion.rows.length
}
