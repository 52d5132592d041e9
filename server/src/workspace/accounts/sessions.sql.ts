import type { Queries, Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'

/** A session, active or expired. */
export interface SessionRow {
  session_id: string
  user_id: string
  expires_at: Date
}

/** Columns for statements that find `sessions s` by token. */
const SESSION_COLUMNS = 's.id as session_id, s.user_id, s.expires_at'

export async function findSession(run: Run, tokenHash: string) {
  const [session] = await run<SessionRow>(FIND_SESSION({ token_hash: tokenHash }))
  return session
}

const FIND_SESSION = statement(
  'find-session',
  { token_hash: 'text' },
  `select ${SESSION_COLUMNS} from sessions s where s.token = :token_hash`,
)

export async function hasSession(queries: Queries, id: string): Promise<boolean> {
  const row = await queries.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function deleteUserSessions(queries: Queries, userId: string): Promise<void> {
  await queries.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function deleteSession(queries: Queries, tokenHash: string): Promise<void> {
  await queries.deleteFrom('sessions').where('token', '=', tokenHash).execute()
}
