import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/** Writes audit log rows for commissions in the transaction that changes them. */
export async function insertCommissionChanges(
  queries: Queries,
  changes: Insertable<Schema['commission_changes']>[],
): Promise<void> {
  if (changes.length > 0) await queries.insertInto('commission_changes').values(changes).execute()
}

/** Returns each locked commission's latest change, if it has one. */
export function readLatestChanges(queries: Queries, programId: number, commissionIds: readonly number[]) {
  return queries
    .selectFrom('commission_changes')
    .distinctOn('commission_id')
    .select(['commission_id', 'from_status', 'to_status', 'actor_user_id', 'ended_hold'])
    .where('program_id', '=', programId)
    .where('commission_id', 'in', commissionIds)
    .orderBy('commission_id')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Lists the changes to a commission, oldest first. Sorted in the order in which they were applied under the row
 * lock, because the clocks of different processes may differ.
 */
export async function listCommissionChanges(
  queries: Queries,
  programId: number,
  commissionId: number,
  rows: number,
) {
  return queries
    .selectFrom('commission_changes as h')
    .leftJoin('users as u', 'u.id', 'h.actor_user_id')
    .leftJoin('management_keys as k', (join) => join.on(sql`'key:' || k.id`, '=', sql.ref('h.actor_user_id')))
    .selectAll('h')
    .select(sql<string | null>`coalesce(u.name, k.name)`.as('actor_name'))
    .where('h.program_id', '=', programId)
    .where('h.commission_id', '=', commissionId)
    .orderBy('h.id')
    .limit(rows)
    .execute()
}
