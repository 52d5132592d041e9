import { sql } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { Language } from '../../core/enums.ts'
import type { DelegatedSession } from './impersonation-sessions.sql.ts'

/** An active session with its account. */
export interface PartnerSessionRow {
  id: number
  /** 0 for a delegated session, which has no account. Real IDs start at 1. */
  account_id: number
  /** Set for a session from a link shared by a team, which is limited to this workspace. */
  workspace_id: string | null
  created_at: Date
  seen_at: Date
  email: string
  time_zone: string | null
  /** Null if the partner has not selected a language. */
  language: Language | null
  /** The portal's language in the browser of the latest sign-in. */
  browser_language: Language | null
  /** Set for a delegated session. */
  visit?: DelegatedSession | undefined
}

export async function findPartnerSession(run: Run, tokenHash: Buffer, now: Date) {
  const [session] = await run<PartnerSessionRow>(FIND({ token_hash: tokenHash, now }))
  return session
}

const FIND = statement(
  'find-partner-session',
  { token_hash: 'bytea', now: 'timestamptz' },
  `
    select s.id, s.account_id, s.workspace_id, s.created_at, s.seen_at, a.email, a.time_zone, a.language,
      a.browser_language
    from partner_sessions s
    join partner_accounts a on a.id = s.account_id
    where s.token_hash = :token_hash and s.expires_at > :now and a.closed_at is null`,
)

export async function insertPartnerSession(
  queries: Queries,
  session: {
    account_id: number
    token_hash: Buffer
    workspace_id: string | null
    device: string
    created_at: Date
    seen_at: Date
    expires_at: Date
  },
): Promise<void> {
  await queries.insertInto('partner_sessions').values(session).execute()
}

/**
 * Extends a session that is used.
 * @returns whether this request extended it
 */
export async function renewPartnerSession(
  queries: Queries,
  id: number,
  { seenAt, now, expiresAt }: { seenAt: Date; now: Date; expiresAt: Date },
): Promise<boolean> {
  const renewed = await queries
    .updateTable('partner_sessions')
    .set({ seen_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('seen_at', '=', seenAt)
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

/** Lists an account's active sessions, most recently used first. */
export function listPartnerSessions(
  queries: Queries,
  accountId: number,
  { now, rows }: { now: Date; rows: number },
) {
  return queries
    .selectFrom('partner_sessions')
    .select(['id', 'device', 'created_at', 'seen_at'])
    .where('account_id', '=', accountId)
    .where('workspace_id', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rows)
    .execute()
}

/**
 * Ends a session.
 * @returns whether it belonged to the account
 */
export async function deletePartnerSession(
  queries: Queries,
  accountId: number,
  sessionId: number,
): Promise<boolean> {
  const deletion = await queries
    .deleteFrom('partner_sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  return deletion !== undefined
}

/**
 * Ends all of an account's sessions.
 * @returns the number of ended sessions
 */
export async function deletePartnerSessions(queries: Queries, accountId: number): Promise<number> {
  const endedSessions = await queries
    .deleteFrom('partner_sessions')
    .where('account_id', '=', accountId)
    .returning('id')
    .execute()
  return endedSessions.length
}

/** Ends the least recently used sessions of an account, or of a workspace's shared links, over a limit. */
export async function deleteOldestPartnerSessions(
  queries: Queries,
  { accountId, workspaceId }: { accountId: number; workspaceId: string | null },
  keptCount: number,
): Promise<void> {
  await sql`
    delete from partner_sessions as s using (
      select o.id from partner_sessions o where o.account_id = ${accountId}
        and o.workspace_id is not distinct from ${workspaceId}
      order by o.seen_at desc, o.id desc offset ${keptCount}
    ) as old
    where s.id = old.id returning s.id`.execute(queries)
}

/**
 * Deletes expired sessions.
 * @returns the number of deleted rows
 */
export async function purgePartnerSessions(queries: Queries, now: Date, rows: number): Promise<number> {
  const endedSessions = await sql`
    with ended as (
      select s.id from partner_sessions s where s.expires_at <= ${now}::timestamptz
      order by s.expires_at limit ${rows} for update skip locked
    )
    delete from partner_sessions as s using ended where s.id = ended.id returning 1`.execute(queries)
  return endedSessions.rows.length
}

/** Ends the session with a token. @returns whether there was one */
export async function deletePartnerSessionByToken(queries: Queries, tokenHash: Buffer): Promise<boolean> {
  const endedSessions = await queries
    .deleteFrom('partner_sessions')
    .where('token_hash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst()
  return endedSessions !== undefined
}
