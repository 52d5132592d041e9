import { type Selectable, sql } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { statement } from '../../core/database/statement.ts'
import type { DelegatedSessionKind } from '../../core/enums.ts'

export type NewDelegatedSession = Omit<Selectable<Schema['delegated_sessions']>, 'id' | 'token_hash'>

/** An active delegated session for one partner in one program. */
export interface DelegatedSession {
  id: number
  kind: DelegatedSessionKind
  workspace_id: string
  program_id: number
  partner_id: number
  expires_at: Date
}

export async function insertDelegatedSession(queries: Queries, visit: NewDelegatedSession): Promise<void> {
  await queries.insertInto('delegated_sessions').values(visit).execute()
}

/** Exchanges a ticket for a session. Only one of several concurrent requests succeeds. */
export function consumePartnerTicket(
  queries: Queries,
  { ticketHash, tokenHash, now }: { ticketHash: Buffer; tokenHash: Buffer; now: Date },
) {
  return queries
    .updateTable('delegated_sessions')
    .set({ token_hash: tokenHash })
    .where('ticket_hash', '=', ticketHash)
    .where('token_hash', 'is', null)
    .where('ticket_ends_at', '>', now)
    .returning(['kind', 'program_id', 'expires_at'])
    .executeTakeFirst()
}

/**
 * Loads the delegated session for a token as long as its creator has permission: the member's role, or the key's
 * permissions and its creator's role.
 * @param input.roles of members with the required permissions
 */
export async function findDelegatedSession(
  run: Run,
  input: { tokenHash: Buffer; roles: readonly string[]; permissions: readonly string[]; now: Date },
) {
  const { tokenHash: token_hash, ...more } = input
  const [session] = await run<DelegatedSession>(FIND({ token_hash, ...more }))
  return session
}

const FIND = statement(
  'find-delegated-session',
  { token_hash: 'bytea', roles: 'text[]', permissions: 'text[]', now: 'timestamptz' },
  `
    select v.id, v.kind, v.workspace_id, v.program_id, v.partner_id, v.expires_at
    from delegated_sessions v
    where v.token_hash = :token_hash and v.expires_at > :now and (
      exists (select 1 from workspace_members m
        where m.workspace_id = v.workspace_id and m.user_id = v.user_id and m.status = 'active'
          and m.role = any (:roles))
      or exists (select 1 from management_keys k
        join workspace_members m on m.workspace_id = k.workspace_id and m.user_id = k.created_by
        where k.id = v.key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)
          and k.permissions @> :permissions and m.status = 'active' and m.role = any (:roles)))`,
)

/**
 * Deletes expired sessions.
 * @returns the number of deleted rows
 */
export async function purgeDelegatedSessions(queries: Queries, now: Date, rows: number): Promise<number> {
  const deletion = await sql`
    with ended as (
      select v.id from delegated_sessions v where v.expires_at <= ${now}::timestamptz
      order by v.expires_at limit ${rows} for update skip locked
    )
    delete from delegated_sessions as v using ended where v.id = ended.id returning 1`.execute(queries)
  return deletion.rows.length
}
