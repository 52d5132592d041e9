import { sql, type Transaction } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { statement } from '../../core/database/statement.ts'

/**
 * Sets or clears a partner's group. Locks the partner's row, which serializes changes.
 * @returns 'changed' or 'unchanged'; undefined if the program has no such partner
 */
export async function moveToGroup(
  transaction: Transaction<Schema>,
  programId: number,
  partnerId: number,
  { groupId, at }: { groupId: number | null; at: Date },
): Promise<'changed' | 'unchanged' | undefined> {
  const partner = await transaction
    .selectFrom('program_enrollments')
    .select('group_id')
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (partner === undefined) return undefined
  if (partner.group_id === groupId) return 'unchanged'
  await transaction
    .updateTable('program_enrollments')
    .set({ group_id: groupId })
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .execute()
  const lastChange = await transaction
    .selectFrom('partner_group_changes')
    .select('seq')
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  await transaction
    .insertInto('partner_group_changes')
    .values({
      program_id: programId,
      partner_id: partnerId,
      seq: (lastChange?.seq ?? 0) + 1,
      group_id: groupId,
      at,
    })
    .execute()
  return 'changed'
}

/** Removes all partners from a group. Locks them in a fixed order. */
export async function removeGroupMembers(
  transaction: Transaction<Schema>,
  programId: number,
  groupId: number,
  at: Date,
): Promise<void> {
  const members = await transaction
    .selectFrom('program_enrollments')
    .select('partner_id')
    .where('program_id', '=', programId)
    .where('group_id', '=', groupId)
    .orderBy('partner_id')
    .forNoKeyUpdate()
    .execute()
  if (members.length === 0) return
  const ids = members.map(({ partner_id }) => partner_id)
  await transaction
    .updateTable('program_enrollments')
    .set({ group_id: null })
    .where('program_id', '=', programId)
    .where('partner_id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute()
  await sql`
    insert into partner_group_changes as n (program_id, partner_id, seq, group_id, at)
    select ${programId}::bigint, m.partner_id, coalesce(max(c.seq), 0) + 1, null::bigint, ${at}::timestamptz
    from unnest(${ids}::bigint[]) as m (partner_id)
    left join partner_group_changes c on c.program_id = ${programId} and c.partner_id = m.partner_id
    group by m.partner_id
    returning n.partner_id`.execute(transaction)
}

/** Counts the partners of each group. */
export async function countMembers(
  queries: Queries,
  programId: number,
  groupIds: readonly number[],
): Promise<Map<number, number>> {
  if (groupIds.length === 0) return new Map()
  const rows = await queries
    .selectFrom('program_enrollments')
    .select(['group_id', sql<number>`count(*)`.as('partners')])
    .where('program_id', '=', programId)
    .where('group_id', 'in', groupIds)
    .groupBy('group_id')
    .execute()
  return new Map(rows.map(({ group_id, partners }) => [group_id ?? 0, Number(partners)]))
}

/** Returns each partner's group at a given time. Partners without a group are omitted. */
export async function groupsAt(
  run: Run,
  programId: number,
  lookups: readonly { partner_id: number; at: Date }[],
): Promise<Map<number, number>> {
  const rows = await run<{ place: number; group_id: number }>(
    GROUPS_AT({ program_id: programId, requested: lookups.map((one, place) => ({ ...one, place })) }),
  )
  return new Map(rows.map(({ place, group_id }) => [place, group_id]))
}

const GROUPS_AT = statement(
  'groups-at',
  { program_id: 'bigint', requested: 'rows' },
  `
    select w.place, g.group_id
    from jsonb_to_recordset(:requested) as w (place integer, partner_id bigint, at timestamptz)
    join lateral (
      select n.group_id from partner_group_changes n
      where n.program_id = :program_id and n.partner_id = w.partner_id and n.at <= w.at
      order by n.seq desc
      limit 1
    ) g on true
    where g.group_id is not null`,
)

/** Returns the group of each partner that has one. */
export async function listPartnerGroups(
  queries: Queries,
  programId: number,
  partnerIds: readonly number[],
): Promise<Map<number, number>> {
  if (partnerIds.length === 0) return new Map()
  const rows = await queries
    .selectFrom('program_enrollments')
    .select(['partner_id', 'group_id'])
    .where('program_id', '=', programId)
    .where('partner_id', 'in', partnerIds)
    .execute()
  return new Map(rows.flatMap((row) => (row.group_id === null ? [] : [[row.partner_id, row.group_id]])))
}
