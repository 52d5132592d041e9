import { type Selectable, sql } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { statement } from '../../core/database/statement.ts'
import type { PartnerVisitKind } from '../../core/enums.ts'

export type NewPartnerVisit = Omit<Selectable<Schema['partner_visits']>, 'id' | 'token_hash'>

/** A visit that goes on: to one partner of one program. */
export interface PartnerVisit {
  id: number
  kind: PartnerVisitKind
  workspace_id: string
  program_id: number
  partner_id: number
  expires_at: Date
}

export async function insertPartnerVisit(queries: Queries, visit: NewPartnerVisit): Promise<void> {
  await queries.insertInto('partner_visits').values(visit).execute()
}

/** Spends a ticket: of all who do it at the same time one has a visit. */
export async function spendPartnerTicket(
  queries: Queries,
  { ticketHash, tokenHash, now }: { ticketHash: Buffer; tokenHash: Buffer; now: Date },
): Promise<{ kind: PartnerVisitKind; program_id: number; expires_at: Date } | undefined> {
  return queries
    .updateTable('partner_visits')
    .set({ token_hash: tokenHash })
    .where('ticket_hash', '=', ticketHash)
    .where('token_hash', 'is', null)
    .where('ticket_ends_at', '>', now)
    .returning(['kind', 'program_id', 'expires_at'])
    .executeTakeFirst()
}

/**
 * The visit of a token, while who opened it may still open one: a key as long as it has these permissions and who made it
 * has such a role.
 * @param input.roles of members who may
 */
export async function findPartnerVisit(
  run: Run,
  input: { tokenHash: Buffer; roles: readonly string[]; permissions: readonly string[]; now: Date },
): Promise<PartnerVisit | undefined> {
  const { tokenHash: token_hash, ...more } = input
  const [found] = await run<PartnerVisit>(FIND({ token_hash, ...more }))
  return found
}

const FIND = statement(
  'find-partner-visit',
  { token_hash: 'bytea', roles: 'text[]', permissions: 'text[]', now: 'timestamptz' },
  `
    select v.id, v.kind, v.workspace_id, v.program_id, v.partner_id, v.expires_at
    from partner_visits v
    where v.token_hash = :token_hash and v.expires_at > :now and (
      exists (select 1 from workspace_members m
        where m.workspace_id = v.workspace_id and m.user_id = v.user_id and m.status = 'active'
          and m.role = any (:roles))
      or exists (select 1 from management_keys k
        join workspace_members m on m.workspace_id = k.workspace_id and m.user_id = k.made_by
        where k.id = v.key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)
          and k.permissions @> :permissions and m.status = 'active' and m.role = any (:roles)))`,
)

/** @returns how many went */
export async function purgePartnerVisits(queries: Queries, now: Date, rows: number): Promise<number> {
  const gone = await sql`
    with ended as (
      select v.id from partner_visits v where v.expires_at <= ${now}::timestamptz
      order by v.expires_at limit ${rows} for update skip locked
    )
    delete from partner_visits as v using ended where v.id = ended.id returning 1`.execute(queries)
  return gone.rows.length
}
