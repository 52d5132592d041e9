import type { Queries } from '../../core/database/database.ts'
import { isFree } from '../../core/jobs/leases.sql.ts'

/** Returns the account's email for a valid reset link. */
export async function findVerificationEmail(
  queries: Queries,
  identifier: string,
  now: Date,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('verifications as v')
    .innerJoin('users as u', 'u.id', 'v.value')
    .select('u.email')
    .where('v.identifier', '=', identifier)
    .where('v.expires_at', '>', now)
    .executeTakeFirst()
  return row?.email
}

/** Deletes all of a user's reset links and unfinished sign-ins. */
export async function deleteUserVerifications(queries: Queries, userId: string): Promise<void> {
  await queries.deleteFrom('verifications').where('value', '=', userId).execute()
}

export interface Claim {
  id: string
  /** Distinguishes this claim from a later one with the same ID. */
  identifier: string
  userId: string
  now: Date
  expiresAt: Date
}

/**
 * Acquires an exclusive lease until it is released or expires.
 * @returns false if another claim holds it
 */
export async function claimVerification(queries: Queries, claim: Claim): Promise<boolean> {
  const { id, identifier, userId, now, expiresAt } = claim
  const times = { expires_at: expiresAt, created_at: now, updated_at: now }
  const row = await queries
    .insertInto('verifications')
    .values({ id, identifier, value: userId, ...times })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ identifier, ...times })
        .where(isFree('verifications.expires_at', { now, leaseMs: expiresAt.getTime() - now.getTime() })),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseVerification(
  queries: Queries,
  { id, identifier }: Pick<Claim, 'id' | 'identifier'>,
): Promise<void> {
  await queries
    .deleteFrom('verifications')
    .where('id', '=', id)
    .where('identifier', '=', identifier)
    .execute()
}
