import { sql, type Transaction } from 'kysely'
import type { Queries } from '../core/database/database.ts'
import type { Schema } from '../core/database/schema.ts'
import type { DayInstants } from '../core/time/day-instants.ts'

/**
 * All tables whose events are counted by local day: the column of the time, the column of the day, and the rest of the
 * key.
 */
const EVENT_DAYS = [
  {
    table: 'click_events',
    at: 'received_at',
    day: 'day',
    where: 'not e.is_test',
    key: ['received_at', 'click_uuid'],
  },
  // This entry comes after `click_events`, so that a click archived in the meantime is still found in its 15-minute
  // slot.
  { table: 'archived_clicks', at: 'slot', day: 'day', where: 'true', key: ['slot', 'partner_id', 'link_id'] },
  { table: 'customers', at: 'signup_at', day: 'signup_day', where: 'true', key: ['id'] },
  { table: 'customers', at: 'first_purchase_at', day: 'first_purchase_day', where: 'true', key: ['id'] },
  { table: 'program_enrollments', at: 'created_at', day: 'created_day', where: 'true', key: ['partner_id'] },
  { table: 'sale_events', at: 'reported_at', day: 'reported_day', where: 'not e.is_test', key: ['id'] },
  { table: 'commissions', at: 'created_at', day: 'created_day', where: 'true', key: ['id'] },
] as const

/**
 * Writes the local day of every event of a locked program in the given days, unless it is already stored. Skips locked
 * rows, because their transactions may be waiting for the program.
 * @param days consecutive, in order
 * @returns the number of skipped rows
 */
export async function writeDays(
  transaction: Transaction<Schema>,
  programId: number,
  days: readonly DayInstants[],
): Promise<number> {
  const [from, before] = [days.at(0)?.from, days.at(-1)?.before]
  if (from === undefined || before === undefined) return 0
  let skipped = 0
  for (const { table, at, day, where, key } of EVENT_DAYS) {
    const [column, instant] = [sql.ref(`e.${day}`), sql.ref(`e.${at}`)]
    const keys = sql.join(key.map((name) => sql.ref(`e.${name}`)))
    const isSame = sql.join(
      key.map((name) => sql`${sql.ref(`e.${name}`)} = ${sql.ref(`r.${name}`)}`),
      sql` and `,
    )
    const changedRows = sql`
      from ${sql.table(table)} e
        join json_to_recordset(${JSON.stringify(days)}::json) as d (day date, "from" timestamptz, before timestamptz)
          on ${instant} >= d."from" and ${instant} < d.before
      where e.program_id = ${programId} and ${instant} >= ${from} and ${instant} < ${before}
        and ${sql.raw(where)} and ${column} is distinct from d.day`
    await sql`
      with r as materialized (
        select ${keys}, d.day as local_day ${changedRows} for no key update of e skip locked
      )
      update ${sql.table(table)} as e set ${sql.ref(day)} = r.local_day
      from r where e.program_id = ${programId} and ${isSame}`.execute(transaction)
    const result = await sql<{ rows: number }>`select count(*) as rows ${changedRows}`.execute(transaction)
    skipped += result.rows[0]?.rows ?? 0
  }
  return skipped
}

/** Returns the first and the last instant of a program's events without a local day, or undefined if there are none. */
export async function findWithoutDay(
  queries: Queries,
  programId: number,
): Promise<{ first: Date; last: Date } | undefined> {
  const bounds = EVENT_DAYS.map(
    ({ table, at, day, where }) => sql`
      select min(${sql.ref(`e.${at}`)}) as first, max(${sql.ref(`e.${at}`)}) as last from ${sql.table(table)} e
      where e.program_id = ${programId} and ${sql.ref(`e.${at}`)} is not null and ${sql.ref(`e.${day}`)} is null
        and ${sql.raw(where)}`,
  )
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(b.first) as first, max(b.last) as last from (${sql.join(bounds, sql` union all `)}) b`.execute(
    queries,
  )
  const [found] = rows
  if (found === undefined || found.first === null || found.last === null) return undefined
  return { first: found.first, last: found.last }
}

/** Returns the local day from which a program's days must be recalculated, or undefined if they are current. */
export async function findDueDay(queries: Queries, programId: number): Promise<string | undefined> {
  const row = await queries
    .selectFrom('programs')
    .select('days_due_from')
    .where('id', '=', programId)
    .executeTakeFirst()
  return row?.days_due_from ?? undefined
}

/** Stores the local day from which a locked program's days must be recalculated; undefined if they are current. */
export async function saveDueDay(
  transaction: Transaction<Schema>,
  programId: number,
  day: string | undefined,
): Promise<void> {
  await transaction
    .updateTable('programs')
    .set({ days_due_from: day ?? null })
    .where('id', '=', programId)
    .execute()
}

/** Lists the programs whose days must be recalculated, by ID. */
export function listDuePrograms(queries: Queries) {
  return queries
    .selectFrom('programs')
    .select('id')
    .where('days_due_from', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Lists the days with statistics from `first` on, in order, with the number of events counted on each. */
export async function listCountedDays(queries: Queries, programId: number, from: string, limit: number) {
  const { rows } = await sql<{ day: string; events: number }>`
    select s.day, least(sum(s.clicks + s.leads + s.conversions + s.partners + s.sales), 2000000000)::bigint as events
    from daily_stats s where s.program_id = ${programId} and s.day >= ${from}::date
    group by s.day order by s.day limit ${limit}`.execute(queries)
  return rows
}
