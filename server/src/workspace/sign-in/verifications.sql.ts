import type { Queries } from '../../core/database/database.ts'
import { isFree } from '../../core/jobs/leases.sql.ts'

/** Whose reset link this is, while it works. */
export async function findEmailOfVerification(
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

/** Every open link and half-done sign-in of a user ends. */
export async function deleteVerificationsOf(queries: Queries, userId: string): Promise<void> {
  await queries.deleteFrom('verifications').where('value', '=', userId).execute()
}

export interface Claim {
  id: string
  /** Tells this claim from the next one of the same id. */
  identifier: string
  userId: string
  now: Date
  expiresAt: Date
}

/** Takes what only one may have at a time, until it is given back or has expired, as a lease. False: somebody has it. */
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

export async function giveBackVerification(
  queries: Queries,
  { id, identifier }: Pick<Claim, 'id' | 'identifier'>,
): Promise<void> {
  await queries
    .deleteFrom('verifications')
    .where('id', '=', id)
    .where('identifier', '=', identifier)
    .execute()
}
