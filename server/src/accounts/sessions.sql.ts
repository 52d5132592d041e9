import type { Queries, Run } from '../platform/database.ts'
import { statement } from '../platform/statement.ts'

/** The session of a token, whether or not it has ended. */
export async function findSession(
  run: Run,
  tokenHash: string,
): Promise<{ id: string; user_id: string; expires_at: Date } | undefined> {
  const [session] = await run<{ id: string; user_id: string; expires_at: Date }>(
    FIND_SESSION({ token_hash: tokenHash }),
  )
  return session
}

const FIND_SESSION = statement(
  'find-session',
  { token_hash: 'text' },
  'select id, user_id, expires_at from sessions where token = :token_hash',
)

export async function listSessionIds(queries: Queries, userId: string): Promise<string[]> {
  const rows = await queries.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

export async function deleteSessions(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await queries
      .deleteFrom('sessions')
      .where('id', 'in', [...ids])
      .execute()
}
