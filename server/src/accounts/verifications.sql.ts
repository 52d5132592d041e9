import type { Queries } from '../platform/database.ts'

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
