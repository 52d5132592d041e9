import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Queries } from '../core/database/database.ts'
import type { Schema } from '../core/database/schema.ts'
import { LINK_STAT_COLUMNS, ROLL_UP_DAYS, type RollUpDays } from '../core/database/stat-delta.ts'
import { ROLLED_UP_SHARD, ROLLING_UP_SHARD } from './stat-shards.ts'

const columns = sql.raw(LINK_STAT_COLUMNS.join(', '))
const sums = sql.raw(LINK_STAT_COLUMNS.map((column) => `sum(d.${column})`).join(', '))
const additions = sql.raw(
  LINK_STAT_COLUMNS.map((column) => `${column} = s.${column} + excluded.${column}`).join(', '),
)

/** Lists a program's days up to and including `last` that have rows not yet rolled up. */
export async function listDaysToRollUp(queries: Queries, programId: number, last: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from daily_link_stats
    where program_id = ${programId} and day <= ${last}::date
      and shard < ${sql.lit(ROLLED_UP_SHARD)}
    order by day`.execute(queries)
  return rows.map(({ day }) => day)
}

/**
 * Merges the shards of each link and day into one row and adds them to the roll-ups. Takes the shared lock of
 * writers (`shareLockStatsProgram`), so that days are not recalculated in the meantime. Rows written in the
 * meantime and concurrent runs are not counted twice.
 * @param range inclusive days within one period of the shortest length
 */
export async function rollUpPeriod(
  transaction: Transaction<Schema>,
  programId: number,
  range: { first: string; last: string },
): Promise<void> {
  const { first, last } = range
  const days = sql`program_id = ${programId} and day between ${first}::date and ${last}::date`
  await moveRows(transaction, sql`${days} and shard < ${sql.lit(ROLLED_UP_SHARD)}`, ROLLING_UP_SHARD)
  for (const size of ROLL_UP_DAYS) {
    await sql`
      insert into link_stat_rollups as s (program_id, days, first_day, partner_id, link_id, currency, ${columns})
      select d.program_id, ${sql.lit(size)}::smallint, ${toRollUpPeriod(sql`${first}::date`, size)}, d.partner_id, d.link_id, d.currency,
        ${sums}
      from daily_link_stats d where ${days} and d.shard = ${sql.lit(ROLLING_UP_SHARD)}
      group by d.program_id, d.partner_id, d.link_id, d.currency
      order by d.partner_id, d.link_id, d.currency
      on conflict (program_id, days, first_day, partner_id, link_id, currency) do update set ${additions}`.execute(
      transaction,
    )
  }
  await moveRows(transaction, sql`${days} and shard = ${sql.lit(ROLLING_UP_SHARD)}`, ROLLED_UP_SHARD)
}

/** Merges the matching rows of each link and day into one row in another shard. */
async function moveRows(
  transaction: Transaction<Schema>,
  condition: RawBuilder<unknown>,
  shard: number,
): Promise<void> {
  await sql`
    with gone as (
      delete from daily_link_stats where ${condition}
      returning program_id, day, partner_id, link_id, currency, ${columns}
    )
    insert into daily_link_stats as s (program_id, day, partner_id, link_id, currency, shard, ${columns})
    select d.program_id, d.day, d.partner_id, d.link_id, d.currency, ${sql.lit(shard)}, ${sums} from gone d
    group by d.program_id, d.day, d.partner_id, d.link_id, d.currency
    order by d.day, d.partner_id, d.link_id, d.currency
    on conflict (program_id, day, partner_id, link_id, currency, shard) do update set ${additions}`.execute(
    transaction,
  )
}

/** Subtracts a locked program's days from its roll-ups, before their rows are deleted. */
export async function subtractFromRollUps(
  transaction: Transaction<Schema>,
  programId: number,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const subtractions = sql.raw(LINK_STAT_COLUMNS.map((column) => `-sum(d.${column})`).join(', '))
  for (const size of ROLL_UP_DAYS) {
    await sql`
      insert into link_stat_rollups as s (program_id, days, first_day, partner_id, link_id, currency, ${columns})
      select d.program_id, ${sql.lit(size)}::smallint, ${toRollUpPeriod(sql`d.day`, size)}, d.partner_id, d.link_id, d.currency,
        ${subtractions}
      from daily_link_stats d
      where d.program_id = ${programId} and d.day between ${first}::date and ${last}::date
        and d.shard = ${sql.lit(ROLLED_UP_SHARD)}
      group by 1, 2, 3, 4, 5, 6
      order by 3, 4, 5, 6
      on conflict (program_id, days, first_day, partner_id, link_id, currency) do update set ${additions}`.execute(
      transaction,
    )
  }
}

/** Inserts the roll-ups of all rolled-up days of a program that has no roll-ups. */
export async function insertRollUps(transaction: Transaction<Schema>, programId: number): Promise<void> {
  for (const size of ROLL_UP_DAYS) {
    await sql`
      insert into link_stat_rollups as s (program_id, days, first_day, partner_id, link_id, currency, ${columns})
      select d.program_id, ${sql.lit(size)}::smallint, ${toRollUpPeriod(sql`d.day`, size)}, d.partner_id, d.link_id,
        d.currency, ${sums}
      from daily_link_stats d where d.program_id = ${programId} and d.shard = ${sql.lit(ROLLED_UP_SHARD)}
      group by 1, 2, 3, 4, 5, 6
      returning s.days`.execute(transaction)
  }
}

/**
 * Returns the SQL of the first day of the period that contains a day, like `periodStart` in roll-up-periods.rule.ts.
 */
export function toRollUpPeriod(day: RawBuilder<unknown>, days: RollUpDays): RawBuilder<unknown> {
  const [size, parts] = [sql.lit(days), sql.raw(`${days}.0`)]
  return sql`date '1970-01-01' + floor((${day} - date '1970-01-01') / ${parts})::integer * ${size}`
}
