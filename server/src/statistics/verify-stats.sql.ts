import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../core/database/database.ts'
import {
  LINK_STAT_COLUMNS,
  ROLL_UP_DAYS,
  type RollUpDays,
  STAT_COLUMNS,
  type StatColumn,
} from '../core/database/stat-delta.ts'
import type { CommissionKind, CommissionStatus, CustomerStatus } from '../core/enums.ts'
import type { Currency, NO_CURRENCY } from '../core/money/currency.ts'
import {
  COMMISSION_DAY_SUMS,
  COMMISSION_SUMS,
  commissionDaySums,
  commissionDaySumsFromEvents,
  commissionSums,
  commissionSumsFromEvents,
  customerProgramSums,
  customerProgramSumsFromEvents,
  customerSums,
  customerSumsFromEvents,
} from './commission-sums.sql.ts'
import { toRollUpPeriod } from './link-stat-rollups.sql.ts'
import { linkStatsFromEvents } from './link-stats-from-events.sql.ts'
import { ROLLED_UP_SHARD } from './stat-shards.ts'
import { type StatsProgram, statsFromEvents } from './stats-from-events.sql.ts'

/** A value of the daily statistics that differs from its events. Both values are decimal strings. */
export interface StatDifference {
  program_id: number
  /** The local day; undefined if the value counts all days, and -infinity for days that aren't assigned yet. */
  day?: string
  /** The partner and link of a link statistic. The link is 0 for clicks whose link is unknown. */
  partner_id?: number
  link_id?: number
  /** The length in days of a roll-up that starts on `day`. The roll-up is compared with its days. */
  days?: RollUpDays
  /** The kind and status of the commissions in a total, or the status of its customers. */
  kind?: CommissionKind
  status?: CommissionStatus | CustomerStatus
  /** The dimension and value of clicks in the roll-ups by value; null for clicks without a value. */
  dimension?: string
  value?: string | null
  currency: Currency | typeof NO_CURRENCY
  column: StatColumn | (typeof COMMISSION_SUMS)[number] | 'customers'
  stored: string
  from_events: string
}

/**
 * Lists the differences between a program's daily statistics and its events, by day. Runs a single statement, which
 * sees each concurrent write either completely or not at all.
 */
export async function verifyProgramStats(queries: Queries, program: StatsProgram) {
  const sums = STAT_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', ')
  const differences = await sql<StatDifference>`
    with s as (
      select day, currency, ${sql.raw(sums)} from daily_stats where program_id = ${program.id} group by day, currency
    ), e as (${statsFromEvents(program)})
    select ${program.id}::bigint as program_id, coalesce(s.day, e.day) as day, coalesce(s.currency, e.currency) as currency,
      c.name as "column", coalesce(c.stored, 0)::text as stored, coalesce(c.from_events, 0)::text as from_events
    from s full join e on e.day = s.day and e.currency = s.currency
      cross join lateral (values ${columnPairs(STAT_COLUMNS)}) as c (name, stored, from_events)
    where coalesce(c.stored, 0) <> coalesce(c.from_events, 0)
    order by 2, 3, 4`.execute(queries)
  return differences.rows
}

/** Lists the differences between a program's link statistics and its events. */
export async function verifyLinkStats(queries: Queries, program: StatsProgram) {
  const sums = LINK_STAT_COLUMNS.map((column) => `sum(s.${column}) as ${column}`).join(', ')
  const differences = await sql<StatDifference>`
    with s as (
      select s.day, s.partner_id, s.link_id, s.currency, ${sql.raw(sums)} from daily_link_stats s
      where s.program_id = ${program.id} group by 1, 2, 3, 4
    ), e as (${linkStatsFromEvents(program)})
    select ${program.id}::bigint as program_id, coalesce(s.day, e.day) as day,
      coalesce(s.partner_id, e.partner_id) as partner_id, coalesce(s.link_id, e.link_id) as link_id,
      coalesce(s.currency, e.currency) as currency,
      c.name as "column", coalesce(c.stored, 0)::text as stored, coalesce(c.from_events, 0)::text as from_events
    from s full join e on e.day = s.day and e.partner_id = s.partner_id and e.link_id = s.link_id
        and e.currency = s.currency
      cross join lateral (values ${columnPairs(LINK_STAT_COLUMNS)}) as c (name, stored, from_events)
    where coalesce(c.stored, 0) <> coalesce(c.from_events, 0)
    order by 2, 3, 4, 5, 6`.execute(queries)
  return differences.rows
}

/** Lists the differences between a program's roll-ups and the days they include. */
export async function verifyRollUps(queries: Queries, program: StatsProgram) {
  const columns = sql.raw(LINK_STAT_COLUMNS.join(', '))
  const sums = sql.raw(LINK_STAT_COLUMNS.map((column) => `sum(d.${column}) as ${column}`).join(', '))
  const dayChecks = ROLL_UP_DAYS.map(
    (size) => sql`
      select ${sql.lit(size)}::smallint as days, ${toRollUpPeriod(sql`d.day`, size)} as day, d.partner_id, d.link_id, d.currency,
        ${sums}
      from daily_link_stats d where d.program_id = ${program.id} and d.shard = ${sql.lit(ROLLED_UP_SHARD)}
      group by 1, 2, 3, 4, 5`,
  )
  const differences = await sql<StatDifference>`
    with s as (
      select days, first_day as day, partner_id, link_id, currency, ${columns} from link_stat_rollups
      where program_id = ${program.id}
    ), e as (${sql.join(dayChecks, sql` union all `)})
    select ${program.id}::bigint as program_id, coalesce(s.day, e.day) as day,
      coalesce(s.partner_id, e.partner_id) as partner_id, coalesce(s.link_id, e.link_id) as link_id,
      coalesce(s.days, e.days) as days, coalesce(s.currency, e.currency) as currency,
      c.name as "column", coalesce(c.stored, 0)::text as stored, coalesce(c.from_events, 0)::text as from_events
    from s full join e on e.days = s.days and e.day = s.day and e.partner_id = s.partner_id and e.link_id = s.link_id
        and e.currency = s.currency
      cross join lateral (values ${columnPairs(LINK_STAT_COLUMNS)}) as c (name, stored, from_events)
    where coalesce(c.stored, 0) <> coalesce(c.from_events, 0)
    order by 2, 3, 4, 5, 6, 7`.execute(queries)
  return differences.rows
}

/** Lists the differences between a program's totals per partner and its commissions. */
export function verifyCommissionSums(queries: Queries, program: StatsProgram) {
  return verifySums(queries, program, {
    key: ['partner_id', 'kind', 'status', 'currency'],
    columns: COMMISSION_SUMS,
    sums: commissionSums(sql`program_id = ${program.id}`),
    events: commissionSumsFromEvents(program.id),
  })
}

/** Lists the differences between a program's totals per local day and its commissions. */
export function verifyCommissionDaySums(queries: Queries, program: StatsProgram) {
  return verifySums(queries, program, {
    key: ['day', 'kind', 'status', 'currency'],
    columns: COMMISSION_DAY_SUMS,
    sums: commissionDaySums(sql`program_id = ${program.id}`),
    events: commissionDaySumsFromEvents(program.id),
  })
}

/** Lists the differences between a program's customer counts across all partners and its customers. */
export function verifyCustomerProgramSums(queries: Queries, program: StatsProgram) {
  return verifySums(queries, program, {
    key: ['status'],
    columns: ['customers'],
    sums: customerProgramSums(sql`program_id = ${program.id}`),
    events: customerProgramSumsFromEvents(program.id),
  })
}

/** Lists the differences between a program's customer counts per partner and its customers. */
export function verifyCustomerSums(queries: Queries, program: StatsProgram) {
  return verifySums(queries, program, {
    key: ['partner_id', 'status'],
    columns: ['customers'],
    sums: customerSums(sql`program_id = ${program.id}`),
    events: customerSumsFromEvents(program.id),
  })
}

async function verifySums(
  queries: Queries,
  program: StatsProgram,
  compared: {
    key: readonly string[]
    columns: readonly string[]
    sums: RawBuilder<unknown>
    events: RawBuilder<unknown>
  },
): Promise<StatDifference[]> {
  const { key, columns, sums, events } = compared
  const names = sql.raw(key.join(', '))
  const keyColumns = sql.raw(key.map((one) => `coalesce(s.${one}, e.${one}) as ${one}`).join(', '))
  const isSame = sql.raw(key.map((one) => `e.${one} = s.${one}`).join(' and '))
  const storedSums = sql.raw(columns.map((column) => `sum(${column}) as ${column}`).join(', '))
  const currency = key.includes('currency') ? sql`` : sql`'XXX' as currency,`
  const { rows } = await sql<StatDifference>`
    with s as (select ${names}, ${storedSums} from ${sums} t group by ${names}), e as (${events})
    select ${program.id}::bigint as program_id, ${keyColumns}, ${currency} c.name as "column",
      coalesce(c.stored, 0)::text as stored, coalesce(c.from_events, 0)::text as from_events
    from s full join e on ${isSame} cross join lateral (values ${columnPairs(columns)}) as c (name, stored, from_events)
    where coalesce(c.stored, 0) <> coalesce(c.from_events, 0)
    order by ${names}, c.name`.execute(queries)
  return rows
}

function columnPairs(columns: readonly string[]) {
  return sql.raw(columns.map((column) => `('${column}', s.${column}, e.${column})`).join(', '))
}
