import { sql, type Transaction } from 'kysely'
import type { Queries } from '../core/database/database.ts'
import type { Schema } from '../core/database/schema.ts'
import type { DayInstants } from '../core/time/day-instants.ts'

/** Every instant whose local day the statistics count by, with the column that holds this day and the rest of the row's key. */
const EVENT_DAYS = [
  {
    table: 'click_events',
    at: 'received_at',
    day: 'day',
    where: 'not e.is_test',
    key: ['received_at', 'click_uuid'],
  },
  // After the clicks: one that is archived meanwhile is found in its quarter of an hour.
  { table: 'archived_clicks', at: 'slot', day: 'day', where: 'true', key: ['slot', 'partner_id', 'link_id'] },
  { table: 'customers', at: 'signup_at', day: 'signup_day', where: 'true', key: ['id'] },
  { table: 'customers', at: 'first_purchase_at', day: 'first_purchase_day', where: 'true', key: ['id'] },
  { table: 'program_enrollments', at: 'created_at', day: 'created_day', where: 'true', key: ['partner_id'] },
  { table: 'sale_events', at: 'reported_at', day: 'reported_day', where: 'not e.is_test', key: ['id'] },
  { table: 'commissions', at: 'created_at', day: 'created_day', where: 'true', key: ['id'] },
] as const

/**
 * Writes the local day of every event of a locked program in these days. A row that has its day already isn't written. A
 * row that another transaction has locked is skipped: that transaction may be waiting for the program.
 * @param days in order, each beginning where the one before it ends
 * @returns how many rows were skipped
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
    const toWrite = sql`
      from ${sql.table(table)} e
        join json_to_recordset(${JSON.stringify(days)}::json) as d (day date, "from" timestamptz, before timestamptz)
          on ${instant} >= d."from" and ${instant} < d.before
      where e.program_id = ${programId} and ${instant} >= ${from} and ${instant} < ${before}
        and ${sql.raw(where)} and ${column} is distinct from d.day`
    await sql`
      with r as materialized (
        select ${keys}, d.day as local_day ${toWrite} for no key update of e skip locked
      )
      update ${sql.table(table)} as e set ${sql.ref(day)} = r.local_day
      from r where e.program_id = ${programId} and ${isSame}`.execute(transaction)
    const left = await sql<{ rows: number }>`select count(*) as rows ${toWrite}`.execute(transaction)
    skipped += left.rows[0]?.rows ?? 0
  }
  return skipped
}

/** The first and the last instant of the events of a program that have no day; undefined when all have theirs. */
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

/** From which local day on the days of a program are due; undefined when they all are as they must be. */
export async function findDueDay(queries: Queries, programId: number): Promise<string | undefined> {
  const row = await queries
    .selectFrom('programs')
    .select('days_due_from')
    .where('id', '=', programId)
    .executeTakeFirst()
  return row?.days_due_from ?? undefined
}

/** Notes from which local day on the days of a locked program are due; undefined: all are as they must be. */
export async function noteDueDay(
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

/** Programs whose days are due, by id. */
export async function listDuePrograms(queries: Queries): Promise<{ id: number }[]> {
  return queries
    .selectFrom('programs')
    .select('id')
    .where('days_due_from', 'is not', null)
    .orderBy('id')
    .execute()
}

/** The days from one on that have statistics, in order, with how many events count there. */
export async function listCountedDays(
  queries: Queries,
  programId: number,
  from: string,
  most: number,
): Promise<{ day: string; events: number }[]> {
  const { rows } = await sql<{ day: string; events: number }>`
    select s.day, least(sum(s.clicks + s.leads + s.conversions + s.partners + s.sales), 2000000000)::bigint as events
    from daily_stats s where s.program_id = ${programId} and s.day >= ${from}::date
    group by s.day order by s.day limit ${most}`.execute(queries)
  return rows
}
