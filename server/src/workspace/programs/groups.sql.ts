import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'

export type GroupRow = Selectable<Schema['partner_groups']>

/** Finds a group that hasn't been ended. */
export function findGroup(queries: Queries, programId: number, groupId: number) {
  return queries
    .selectFrom('partner_groups')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', groupId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Finds a group like `findGroup`, and prevents it from being ended until the transaction ends. */
export function shareLockGroup(queries: Queries, programId: number, groupId: number) {
  return queries
    .selectFrom('partner_groups')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', groupId)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/**
 * Inserts a group.
 * @returns undefined if another group has the name, ignoring case
 */
export function insertGroup(
  transaction: Transaction<Schema>,
  group: { program_id: number; name: string; created_at: Date },
) {
  return transaction
    .insertInto('partner_groups')
    .values(group)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Returns whether another group has the name, ignoring case. */
export async function isGroupNameTaken(
  queries: Queries,
  programId: number,
  { name, by }: { name: string; by: number },
): Promise<boolean> {
  const row = await queries
    .selectFrom('partner_groups')
    .select('id')
    .where('program_id', '=', programId)
    .where(sql<boolean>`lower(name) = lower(${name}::text)`)
    .where('ended_at', 'is', null)
    .where('id', '<>', by)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Renames a group.
 * @returns undefined if the group doesn't exist or has been ended
 */
export function renameGroup(
  transaction: Transaction<Schema>,
  programId: number,
  groupId: number,
  name: string,
) {
  return transaction
    .updateTable('partner_groups')
    .set({ name })
    .where('program_id', '=', programId)
    .where('id', '=', groupId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Ends a group.
 * @returns undefined if the group doesn't exist or has already been ended
 */
export function endGroup(transaction: Transaction<Schema>, programId: number, groupId: number, at: Date) {
  return transaction
    .updateTable('partner_groups')
    .set({ ended_at: at })
    .where('program_id', '=', programId)
    .where('id', '=', groupId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function countGroups(queries: Queries, programId: number): Promise<number> {
  const row = await queries
    .selectFrom('partner_groups')
    .select(({ fn }) => fn.countAll<number>().as('groups'))
    .where('program_id', '=', programId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.groups
}

export function listGroups(queries: Queries, programId: number, page: PageRequest) {
  const query = queries
    .selectFrom('partner_groups')
    .selectAll()
    .where('program_id', '=', programId)
    .where('ended_at', 'is', null)
  return selectPage(query, 'created_at', 'id', page)
}
