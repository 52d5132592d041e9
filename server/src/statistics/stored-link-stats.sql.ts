import { type RawBuilder, sql } from 'kysely'
import { type LinkStatColumn, ROLL_UP_DAYS } from '../core/database/stat-delta.ts'
import type { LinkStatSources } from './link-stat-sources.ts'
import { ROLLED_UP_SHARD } from './stat-shards.ts'

/**
 * Returns queries for `partner_id`, `link_id`, `currency` and the measures of the links that `linkCondition`
 * selects: the rows of single days, and for each range its roll-ups and the rows not yet rolled up. A link and
 * currency may have several rows, and rows without any of the measures are omitted. Run them in one statement to
 * get a consistent result during writes and roll-ups.
 */
export function storedLinkStats(
  measures: readonly LinkStatColumn[],
  linkCondition: RawBuilder<boolean>,
  { days, ranges: stretches }: LinkStatSources,
): RawBuilder<unknown>[] {
  const columns = sql.raw(['partner_id', 'link_id', 'currency', ...measures].join(', '))
  const hasValues = sql.raw(`(${measures.map((measure) => `${measure} <> 0`).join(' or ')})`)
  const dayConditions = days.length === 0 ? [] : [sql`day = any (${days}::date[])`]
  const rangeConditions = stretches.map(
    ({ first, last }) =>
      sql`day between ${first}::date and ${last}::date and shard < ${sql.lit(ROLLED_UP_SHARD)}`,
  )
  const rollUpConditions = stretches.flatMap(({ firsts }) =>
    ROLL_UP_DAYS.filter((size) => firsts[size].length > 0).map(
      (size) => sql`days = ${sql.lit(size)} and first_day = any (${firsts[size]}::date[])`,
    ),
  )
  return [
    ...[...dayConditions, ...rangeConditions].map(
      (condition) =>
        sql`select ${columns} from daily_link_stats where ${linkCondition} and ${condition} and ${hasValues}`,
    ),
    ...rollUpConditions.map(
      (condition) =>
        sql`select ${columns} from link_stat_rollups where ${linkCondition} and ${condition} and ${hasValues}`,
    ),
  ]
}
