import { sql } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import type { AuditAction } from '../../core/enums.ts'

/**
 * A version of payout details. `sealed` is null if the details were erased because the partner closed their account and
 * nothing is owed.
 */
export type PayoutDetailsRow = QueryRow<typeof listPayoutDetails>

/** Lists the newest versions of a partner's details, always including the one in use at a given time. Newest first. */
export function listPayoutDetails(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  { now, rows }: { now: Date; rows: number },
) {
  const last = sql`select max(n.version) from payout_details n
    where n.program_id = ${programId} and n.partner_id = ${partnerId}`
  return queries
    .selectFrom('payout_details')
    .select(['version', 'method', 'sealed', 'created_at', 'usable_at', 'withdrawn_at'])
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where(sql<boolean>`(version > (${last}) - ${rows}::integer
      or version = (${last} and n.withdrawn_at is null and n.usable_at <= ${now}::timestamptz))`)
    .orderBy('version', 'desc')
    .execute()
}

export function findPayoutDetails(queries: Queries, programId: number, partnerId: number, version: number) {
  return queries
    .selectFrom('payout_details')
    .select(['version', 'method', 'sealed', 'created_at', 'usable_at', 'withdrawn_at'])
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where('version', '=', version)
    .executeTakeFirst()
}

export async function insertPayoutDetails(
  queries: Queries,
  details: Omit<PayoutDetailsRow, 'withdrawn_at' | 'sealed'> & { sealed: string } & {
    program_id: number
    partner_id: number
  },
): Promise<void> {
  await queries.insertInto('payout_details').values(details).execute()
}

/**
 * Withdraws the versions that aren't in effect yet.
 * @returns the withdrawn versions
 */
export async function withdrawWaitingDetails(
  queries: Queries,
  programId: number,
  partnerId: number,
  at: Date,
): Promise<number[]> {
  const withdrawn = await sql<{ version: number }>`
    update payout_details as d set withdrawn_at = ${at}::timestamptz
    where d.program_id = ${programId} and d.partner_id = ${partnerId} and d.withdrawn_at is null
      and d.usable_at > ${at}::timestamptz
      and not exists (
        select 1 from payouts o
        where o.program_id = ${programId} and o.partner_id = d.partner_id and o.details_version = d.version)
    returning d.version`.execute(queries)
  return withdrawn.rows.map(({ version }) => version)
}

/** Adds an audit log row for a partner's own change. The row has no user or key. */
export async function recordPartnerChange(
  queries: Queries,
  programId: number,
  change: {
    action: AuditAction
    partnerId: number
    at: Date
    requestId: string
    after: Record<string, unknown>
  },
): Promise<void> {
  await sql`
    insert into program_audit_log as a
      (program_id, at, workspace_id, action, target_type, target_id, after, request_id)
    select p.id, ${change.at}::timestamptz, p.workspace_id, ${change.action}, 'payout_details',
      ${String(change.partnerId)}, ${JSON.stringify(change.after)}::jsonb, ${change.requestId}
    from programs p where p.id = ${programId}
    returning a.id`.execute(queries)
}
