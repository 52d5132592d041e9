import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export type PasskeyRow = Selectable<Schema['partner_passkeys']>

/** Those of an account, the newest first. */
export async function listPasskeys(queries: Queries, accountId: number, rows: number): Promise<PasskeyRow[]> {
  return queries
    .selectFrom('partner_passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(rows)
    .execute()
}

/** The account, when it is open: neither closed nor given one more passkey by others until the transaction ends. */
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

/** @returns undefined when some account has this very passkey already */
export async function insertPasskey(
  queries: Queries,
  passkey: Omit<PasskeyRow, 'id' | 'used_at'>,
): Promise<PasskeyRow | undefined> {
  return queries
    .insertInto('partner_passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** @returns undefined when the account has no such passkey */
export async function renamePasskey(
  queries: Queries,
  { accountId, passkeyId }: { accountId: number; passkeyId: number },
  name: string,
): Promise<PasskeyRow | undefined> {
  return queries
    .updateTable('partner_passkeys')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst()
}

/** @returns what it was; undefined when the account has no such passkey */
export async function deletePasskey(
  queries: Queries,
  { accountId, passkeyId }: { accountId: number; passkeyId: number },
): Promise<PasskeyRow | undefined> {
  return queries
    .deleteFrom('partner_passkeys')
    .where('account_id', '=', accountId)
    .where('id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst()
}

export async function findPasskey(queries: Queries, credentialId: string): Promise<PasskeyRow | undefined> {
  return queries
    .selectFrom('partner_passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/**
 * Notes that a passkey was used, on the count that its answer was verified against: of two copies of one that counts, which
 * answer a challenge each, one is noted. Many count nothing and say 0 each time, and then nothing is compared here; that an
 * answer is used once is the challenge's to hold (`spendPasskeyChallenge`), for either.
 * @returns false when it was removed meanwhile, or has counted on
 */
export async function notePasskeyUse(
  queries: Queries,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  used: { counter: number; is_synced: boolean; used_at: Date },
): Promise<boolean> {
  const row = await queries
    .updateTable('partner_passkeys')
    .set(used)
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

/** Spends a challenge of this very ceremony. Of all who do it at the same time one is told so. */
export async function spendPasskeyChallenge(
  queries: Queries,
  { hash, sessionId }: { hash: Buffer; sessionId: number | null },
  now: Date,
): Promise<boolean> {
  const spent = await queries
    .deleteFrom('partner_passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('session_id', 'is not distinct from', sessionId)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst()
  return spent !== undefined
}

/** @returns how many went */
export async function purgePasskeyChallenges(queries: Queries, now: Date, rows: number): Promise<number> {
  const gone = await sql`
    with ended as (
      select c.challenge_hash from partner_passkey_challenges c where c.expires_at <= ${now}::timestamptz
      order by c.expires_at limit ${rows} for update skip locked
    )
    delete from partner_passkey_challenges as c using ended
    where c.challenge_hash = ended.challenge_hash returning 1`.execute(queries)
  return gone.rows.length
}
