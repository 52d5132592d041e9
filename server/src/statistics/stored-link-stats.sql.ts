import { type RawBuilder, sql } from 'kysely'
import { type LinkStatColumn, ROLL_UP_DAYS } from '../core/database/stat-delta.ts'
import type { LinkStatSources } from './link-stat-sources.ts'
import { ROLLED_UP_SHARD } from './stat-shards.ts'

/**
 * Returns queries for `partner_id`, `link_id`, `currency` and the measures of the links that `of` selects: the rows of
 * single days, and for each range its roll-ups and the rows not yet rolled up. A link and currency may have several
 * rows, and rows without any of the measures are omitted. Run them in one statement to get a consistent result during
 * writes and roll-ups.
 */
export function storedLinkStats(
  measures: readonly LinkStatColumn[],
  of: RawBuilder<boolean>,
  { days, stretches }: LinkStatSources,
): RawBuilder<unknown>[] {
  const named = sql.raw(['partner_id', 'link_id', 'currency', ...measures].join(', '))
  const isWanted = sql.raw(`(${measures.map((measure) => `${measure} <> 0`).join(' or ')})`)
  const ofDays = days.length === 0 ? [] : [sql`day = any (${days}::date[])`]
  const beside = stretches.map(
    ({ first, last }) =>
      sql`day between ${first}::date and ${last}::date and shard < ${sql.lit(ROLLED_UP_SHARD)}`,
  )
  const blocks = stretches.flatMap(({ firsts }) =>
    ROLL_UP_DAYS.filter((size) => firsts[size].length > 0).map(
      (size) => sql`days = ${sql.lit(size)} and first_day = any (${firsts[size]}::date[])`,
    ),
  )
  return [
    ...[...ofDays, ...beside].map(
      (when) => sql`select ${named} from daily_link_stats where ${of} and ${when} and ${isWanted}`,
    ),
    ...blocks.map(
      (when) => sql`select ${named} from link_stat_rollups where ${of} and ${when} and ${isWanted}`,
    ),
  ]
}
