import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/** Writes rows of the audit log of commissions, in the transaction of the changes they tell of. */
export async function insertCommissionChanges(
  queries: Queries,
  changes: Insertable<Schema['commission_changes']>[],
): Promise<void> {
  if (changes.length > 0) await queries.insertInto('commission_changes').values(changes).execute()
}

/**
 * What happened to a commission, from the first change to the last: in the order in which they were applied, which
 * its row made them queue for. The clocks of two processes, and receive times, may say another one.
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
