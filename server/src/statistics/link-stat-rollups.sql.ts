import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Queries } from '../core/database/database.ts'
import type { Schema } from '../core/database/schema.ts'
import { BLOCK_DAYS, type BlockDays, LINK_STAT_COLUMNS } from '../core/database/stat-delta.ts'
import { FOLDED_SHARD, FOLDING_SHARD } from './stat-shards.ts'

const columns = sql.raw(LINK_STAT_COLUMNS.join(', '))
const summed = sql.raw(LINK_STAT_COLUMNS.map((column) => `sum(d.${column})`).join(', '))
const added = sql.raw(
  LINK_STAT_COLUMNS.map((column) => `${column} = s.${column} + excluded.${column}`).join(', '),
)

/** The days of a program until one, that one included, to which something was written that is not folded yet. */
export async function listDaysToRollUp(queries: Queries, programId: number, last: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from daily_link_stats
    where program_id = ${programId} and day <= ${last}::date
      and shard < ${sql.lit(FOLDED_SHARD)}
    order by day`.execute(queries)
  return rows.map(({ day }) => day)
}

/**
 * Makes one row of the shards of each link and day, and adds what was written since the last time to the blocks. What is
 * written meanwhile stays a row of its own. The program is held as its writers hold it (`holdStatsProgram`), so that nobody
 * counts the days anew; who folds the same days at once finds only what the other left.
 * @param range days of one block of the shortest kind, the first and the last included
 */
export async function rollUpIntoBlocks(
  transaction: Transaction<Schema>,
  programId: number,
  range: { first: string; last: string },
): Promise<void> {
  const { first, last } = range
  const days = sql`program_id = ${programId} and day between ${first}::date and ${last}::date`
  await moveRows(transaction, sql`${days} and shard < ${sql.lit(FOLDED_SHARD)}`, FOLDING_SHARD)
  for (const size of BLOCK_DAYS) {
    await sql`
      insert into link_stat_rollups as s (program_id, days, first_day, partner_id, link_id, currency, ${columns})
      select d.program_id, ${sql.lit(size)}::smallint, ${blockOf(sql`${first}::date`, size)}, d.partner_id, d.link_id, d.currency,
        ${summed}
      from daily_link_stats d where ${days} and d.shard = ${sql.lit(FOLDING_SHARD)}
      group by d.program_id, d.partner_id, d.link_id, d.currency
      order by d.partner_id, d.link_id, d.currency
      on conflict (program_id, days, first_day, partner_id, link_id, currency) do update set ${added}`.execute(
      transaction,
    )
  }
  await moveRows(transaction, sql`${days} and shard = ${sql.lit(FOLDING_SHARD)}`, FOLDED_SHARD)
}

/** Adds up the rows of each link and day that a condition names, into one row of another shard. */
async function moveRows(
  transaction: Transaction<Schema>,
  which: RawBuilder<unknown>,
  shard: number,
): Promise<void> {
  await sql`
    with gone as (
      delete from daily_link_stats where ${which}
      returning program_id, day, partner_id, link_id, currency, ${columns}
    )
    insert into daily_link_stats as s (program_id, day, partner_id, link_id, currency, shard, ${columns})
    select d.program_id, d.day, d.partner_id, d.link_id, d.currency, ${sql.lit(shard)}, ${summed} from gone d
    group by d.program_id, d.day, d.partner_id, d.link_id, d.currency
    order by d.day, d.partner_id, d.link_id, d.currency
    on conflict (program_id, day, partner_id, link_id, currency, shard) do update set ${added}`.execute(
    transaction,
  )
}

/** Takes days of a locked program out of its blocks, before their rows go. */
export async function takeFromBlocks(
  transaction: Transaction<Schema>,
  programId: number,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const taken = sql.raw(LINK_STAT_COLUMNS.map((column) => `-sum(d.${column})`).join(', '))
  for (const size of BLOCK_DAYS) {
    await sql`
      insert into link_stat_rollups as s (program_id, days, first_day, partner_id, link_id, currency, ${columns})
      select d.program_id, ${sql.lit(size)}::smallint, ${blockOf(sql`d.day`, size)}, d.partner_id, d.link_id, d.currency,
        ${taken}
      from daily_link_stats d
      where d.program_id = ${programId} and d.day between ${first}::date and ${last}::date
        and d.shard = ${sql.lit(FOLDED_SHARD)}
      group by 1, 2, 3, 4, 5, 6
      order by 3, 4, 5, 6
      on conflict (program_id, days, first_day, partner_id, link_id, currency) do update set ${added}`.execute(
      transaction,
    )
  }
}

/** The blocks of a program that has none, of all its folded days. */
export async function insertBlocks(transaction: Transaction<Schema>, programId: number): Promise<void> {
  for (const size of BLOCK_DAYS) {
    await sql`
      insert into link_stat_rollups as s (program_id, days, first_day, partner_id, link_id, currency, ${columns})
      select d.program_id, ${sql.lit(size)}::smallint, ${blockOf(sql`d.day`, size)}, d.partner_id, d.link_id,
        d.currency, ${summed}
      from daily_link_stats d where d.program_id = ${programId} and d.shard = ${sql.lit(FOLDED_SHARD)}
      group by 1, 2, 3, 4, 5, 6
      returning s.days`.execute(transaction)
  }
}

/** The first day of the block that holds a day: `blockStart` of day-blocks.rule.ts. */
export function blockOf(day: RawBuilder<unknown>, days: BlockDays): RawBuilder<unknown> {
  const [size, parts] = [sql.lit(days), sql.raw(`${days}.0`)]
  return sql`date '1970-01-01' + floor((${day} - date '1970-01-01') / ${parts})::integer * ${size}`
}
