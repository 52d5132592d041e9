import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Queries } from '../core/database/database.ts'
import type { ReachedPrograms } from '../core/database/each-program.ts'
import { listReachable } from '../core/database/reachable-programs.ts'
import type { Schema } from '../core/database/schema.ts'
import { ROLL_UP_DAYS, type RollUpDays } from '../core/database/stat-delta.ts'
import type { NO_CURRENCY } from '../core/money/currency.ts'
import type { RolledUpDays } from './click-values.ts'
import { statisticsLimits } from './limits.ts'
import { toRollUpPeriod } from './link-stat-rollups.sql.ts'

/** Where click values come from: the page, referrer or device. */
export const CLICK_VALUES = {
  subId: { kind: 'page', column: 'sub_id' },
  landingPage: { kind: 'page', column: 'landing_page' },
  referrer: { kind: 'referrer', column: 'referrer_site' },
  language: { kind: 'device', column: 'language_code' },
  country: { kind: 'device', column: 'country' },
  device: { kind: 'device', column: 'device' },
} as const

/** Stands for all of a day's values except the most frequent ones. No click has an empty value. */
export const OTHER_VALUES = ''

/** A program, and the first day in UTC, by its own clock, that can't be rolled up yet. */
interface ProgramToRollUp {
  id: number
  before: string
}

/**
 * Lists the programs with days that are not rolled up.
 * @param ended all clicks received before this instant are saved
 */
export function listProgramsToRollUp(
  queries: Queries,
  ended: Date,
): Promise<ReachedPrograms<ProgramToRollUp>> {
  const list = async (programs: RawBuilder<unknown>) => {
    const { rows } = await sql<ProgramToRollUp>`
      select p.id, d.before::text as before from programs p
      cross join lateral (select ((${ended}::timestamptz + p.clock_ahead_ms * interval '1 millisecond')
        at time zone 'UTC')::date as before) d
      left join click_value_rollup_ends e on e.program_id = p.id
      where ${programs} and (e.program_id is null or e.rolled_up_until < d.before)
      order by p.id`.execute(queries)
    return rows
  }
  return listReachable(
    queries,
    () => list(sql`true`),
    (ids) => list(sql`p.id in (${sql.join(ids)})`),
  )
}

/** Returns the first day, in UTC, that is not rolled up; undefined if none is. */
export async function findRolledUpUntil(queries: Queries, programId: number): Promise<string | undefined> {
  const row = await queries
    .selectFrom('click_value_rollup_ends')
    .select('rolled_up_until')
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return row?.rolled_up_until
}

/** Returns the first day, in UTC, that is not rolled up, by program. */
export async function listRollUpEnds(queries: Queries): Promise<Map<number, string>> {
  const rows = await queries
    .selectFrom('click_value_rollup_ends')
    .select(['program_id', 'rolled_up_until'])
    .execute()
  return new Map(rows.map((row) => [row.program_id, row.rolled_up_until]))
}

/**
 * Returns the day, in UTC, of a program's first live click from a day on.
 * @param from undefined for all clicks
 * @param before only clicks before this day count
 */
export async function findClickDay(
  queries: Queries,
  programId: number,
  { from, before }: { from: string | undefined; before: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select (received_at at time zone 'UTC')::date::text as day from click_events
    where program_id = ${programId} and not is_test and received_at < ${startOfDay(before)}
      and ${from === undefined ? sql`true` : sql`received_at >= ${startOfDay(from)}`}
    order by received_at limit 1`.execute(queries)
  return rows[0]?.day
}

/** Marks the days before `until` as rolled up. */
export async function saveRolledUpUntil(
  transaction: Transaction<Schema>,
  programId: number,
  until: string,
): Promise<void> {
  await transaction
    .insertInto('click_value_rollup_ends')
    .values({ program_id: programId, rolled_up_until: until })
    .onConflict((conflict) => conflict.column('program_id').doUpdateSet({ rolled_up_until: until }))
    .execute()
}

/**
 * Adds a day to the roll-ups of a program locked by `lockForRollUp`. The day must have ended and must not be in them.
 */
export async function rollUpClickDay(
  transaction: Transaction<Schema>,
  programId: number,
  day: string,
): Promise<void> {
  await sql`
    insert into click_value_rollups as r (program_id, dimension, days, first_day, partner_id, value, clicks)
    select ${programId}::bigint, v.dimension, 1, v.first_day, v.partner_id, v.value, v.clicks
    from (${clickValues(programId, { from: sql`${day}::date`, until: sql`${day}::date + 1` })}) as v
    returning r.days`.execute(transaction)
}

/** Returns which of these days, in UTC, are rolled up and have all their clicks stored, in order. */
export async function listStoredDays(
  queries: Queries,
  programId: number,
  days: readonly string[],
  until: string,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct d.day::text as day from unnest(${[...days]}::date[]) as d (day)
    where d.day < ${until}::date and d.day >= ${firstStoredDay(programId)} order by 1`.execute(queries)
  return rows.map(({ day }) => day)
}

/** Deletes the roll-ups of these days, or periods of `size` days. */
export function deleteRolledUp(
  transaction: Transaction<Schema>,
  programId: number,
  { size, firsts }: { size: 1 | RollUpDays; firsts: readonly string[] },
): Promise<void> {
  const condition = sql`days = ${sql.lit(size)} and first_day = any (${[...firsts]}::date[])`
  return deleteRollUps(transaction, programId, condition)
}

/** Adds the periods of `size` days with these first days, which must have ended and must not exist. */
export async function insertClickPeriods(
  transaction: Transaction<Schema>,
  programId: number,
  { size, firsts }: { size: RollUpDays; firsts: readonly string[] },
): Promise<void> {
  if (firsts.length === 0) return
  await sql`
    insert into click_value_rollups as r (program_id, dimension, days, first_day, partner_id, value, clicks)
    select d.program_id, d.dimension, ${sql.lit(size)}::smallint, f.first_day, d.partner_id, d.value, sum(d.clicks)
    from unnest(${[...firsts]}::date[]) as f (first_day)
    join click_value_rollups d on d.program_id = ${programId} and d.days = 1 and d.first_day >= f.first_day
      and d.first_day < f.first_day + ${sql.lit(size)}
    group by d.program_id, d.dimension, f.first_day, d.partner_id, d.value
    returning r.days`.execute(transaction)
}

async function deleteRollUps(
  transaction: Transaction<Schema>,
  programId: number,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`delete from click_value_rollups where program_id = ${programId} and ${condition}`.execute(
    transaction,
  )
}

/**
 * Returns a query for `first_day`, `dimension`, `partner_id`, `value` and `clicks` of the live clicks of days in UTC, the last
 * one exclusive. Dimensions are counted by ID first, so that each is looked up once.
 */
function clickValues(
  programId: number,
  { from, until }: { from: RawBuilder<unknown>; until: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const counted = Object.entries(CLICK_VALUES).map(([dimension, { kind, column }]) => {
    const partner = dimension === 'subId' ? sql`c.partner_id` : sql`null::bigint`
    return sql`
      select c.first_day, ${sql.lit(dimension)} as dimension, c.partner_id, ${sql.ref(`d.${column}`)} collate "C" as value,
        sum(c.clicks)::bigint as clicks
      from (
        select c.first_day, ${partner} as partner_id, ${sql.ref(`c.${kind}_id`)} as id, count(*) as clicks
        from live c group by 1, 2, 3
      ) c
      left join click_dimensions d on d.program_id = ${programId} and d.month = date_trunc('month', c.first_day)::date
        and d.id = c.id
      group by 1, 3, 4`
  })
  return sql`
    with live as materialized (
      select (received_at at time zone 'UTC')::date as first_day, received_at, click_uuid, partner_id, page_id, referrer_id,
        device_id, coalesce(session_id, session_uuid::text) as session
      from click_events
      where program_id = ${programId} and not is_test and received_at >= (${from})::timestamp at time zone 'UTC'
        and received_at < (${until})::timestamp at time zone 'UTC'
    ), counted as (
      ${sql.join(counted, sql` union all `)}
      union all
      select v.first_day, 'visitor', null, v.value, count(*) from (${visitors(sql`live`)}) v group by 1, 4
    ), ranked as (
      select c.*, row_number() over (
        partition by c.first_day, c.dimension order by c.clicks desc, c.partner_id, c.value) as place
      from counted c
    )
    select first_day, dimension, partner_id,
      case when value is null or place <= ${statisticsLimits.clickValuesPerDay} then value else ${OTHER_VALUES} end as value,
      sum(clicks)::bigint as clicks
    from ranked group by 1, 2, 3, 4`
}

/**
 * Returns a query that replaces the clicks' session with a `value`: `new` for a session's first click of a day in UTC,
 * `returning` for the others; null without a session.
 */
export function visitors(clicks: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select c.*, case when c.session is null then null
      when row_number() over (partition by c.session, (c.received_at at time zone 'UTC')::date
        order by c.received_at, c.click_uuid) = 1 then 'new'
      else 'returning' end as value
    from ${clicks} c`
}

/** The first day, in UTC, whose clicks are all stored; earlier ones are archived. */
const firstStoredDay = (programId: number) => sql`coalesce(
  (select (max(slot) at time zone 'UTC')::date + 1 from archived_clicks where program_id = ${programId}), '-infinity')`

/**
 * Deletes the roll-ups of a locked program that can be computed again.
 * @returns the first day to compute, undefined for all, and the first day that was not rolled up
 */
export async function deleteClickValues(
  transaction: Transaction<Schema>,
  programId: number,
): Promise<{ from: string | undefined; until: string } | undefined> {
  const until = await findRolledUpUntil(transaction, programId)
  if (until === undefined) return undefined
  await deleteRollUps(transaction, programId, sql`first_day + days > ${firstStoredDay(programId)}`)
  const { rows } = await sql<{ from: string | null }>`
    select nullif(${firstStoredDay(programId)}, '-infinity')::text as "from"`.execute(transaction)
  return { from: rows[0]?.from ?? undefined, until }
}

/** Returns differences between daily roll-ups and the stored clicks, and between periods and their days. */
export async function verifyClickValues(
  queries: Queries,
  programId: number,
): Promise<ClickValueDifference[]> {
  const until = await findRolledUpUntil(queries, programId)
  if (until === undefined) return []
  const from = firstStoredDay(programId)
  const stored = (days: number) => sql`
    select first_day, dimension, partner_id, value, clicks from click_value_rollups
    where program_id = ${programId} and days = ${sql.lit(days)} and first_day + days <= ${until}::date`
  const first = await findClickDay(queries, programId, { from: undefined, before: until })
  const checks = [
    {
      size: undefined,
      stored: sql`select * from (${stored(1)}) s where first_day >= ${from}`,
      expected:
        first === undefined
          ? sql`${stored(1)} and false`
          : clickValues(programId, {
              from: sql`greatest(${from}, ${first}::date)`,
              until: sql`${until}::date`,
            }),
    },
    ...ROLL_UP_DAYS.map((size) => ({
      size,
      stored: stored(size),
      expected: sql`
        select d.first_day, d.dimension, d.partner_id, d.value, sum(d.clicks)::bigint as clicks from (
          select ${toRollUpPeriod(sql`d.first_day`, size)} as first_day, d.dimension, d.partner_id, d.value, d.clicks
          from (${stored(1)}) d
        ) d
        where d.first_day + ${sql.lit(size)} <= ${until}::date group by 1, 2, 3, 4`,
    })),
  ]
  let differences: ClickValueDifference[] = []
  for (const { size, stored, expected } of checks) {
    // Which values are too rare to be counted separately depends on clicks that may have been erased since.
    const { rows } = await sql<ClickValueDifference>`
      with both_sides as (
        select first_day, dimension, partner_id, value, clicks as stored, 0 as expected from (${stored}) s
        union all select first_day, dimension, partner_id, value, 0, clicks from (${expected}) e
      ), comparable as (
        select b.first_day, b.dimension, b.stored, b.expected,
          case when not b.has_others then b.partner_id end as partner_id,
          case when not b.has_others then b.value end as value
        from (
          select *, coalesce(bool_or(value = ${OTHER_VALUES}) over (partition by first_day, dimension), false) as has_others
          from both_sides
        ) b
      )
      select ${programId}::bigint as program_id, c.first_day::text as day, c.dimension, c.value, 'XXX' as currency,
        'clicks' as "column", sum(c.stored)::text as stored, sum(c.expected)::text as from_events
      from comparable c
      group by c.first_day, c.dimension, c.partner_id, c.value
      having sum(c.stored) <> sum(c.expected)
      order by c.first_day, c.dimension, c.partner_id, c.value`.execute(queries)
    differences = differences.concat(rows.map((row) => (size === undefined ? row : { ...row, days: size })))
  }
  return differences
}

export interface ClickValueDifference {
  program_id: number
  /** In UTC. */
  day: string
  /** The length of a period that starts on `day`, which is compared with its days. */
  days?: RollUpDays
  dimension: string
  /** Null for clicks without a value, and if rare values are counted together. */
  value: string | null
  currency: typeof NO_CURRENCY
  column: 'clicks'
  stored: string
  from_events: string
}

const startOfDay = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`

/** Returns a query for `value` and `clicks` of a program's roll-ups. */
export function rolledUpClickValues(
  programId: number,
  {
    dimension,
    partnerId,
    days,
    periods,
  }: RolledUpDays & { dimension: string; partnerId?: number | undefined },
): RawBuilder<unknown> {
  const parts = [
    { size: 1, firsts: days },
    ...ROLL_UP_DAYS.map((size) => ({ size, firsts: periods[size] })),
  ].filter(({ firsts }) => firsts.length > 0)
  const isRead = parts.map(
    ({ size, firsts }) => sql`(days = ${sql.lit(size)} and first_day = any (${[...firsts]}::date[]))`,
  )
  return sql`
    select value, clicks from click_value_rollups
    where program_id = ${programId} and dimension = ${dimension}
      and ${partnerId === undefined ? sql`true` : sql`partner_id = ${partnerId}`}
      and (${parts.length === 0 ? sql`false` : sql.join(isRead, sql` or `)})`
}
