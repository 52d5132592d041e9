import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { LINK_STAT_COLUMNS } from '../../core/database/stat-delta.ts'
import type { LinkStatSources } from '../../statistics/link-stat-sources.ts'
import { linkStatsFromEvents } from '../../statistics/link-stats-from-events.sql.ts'
import type { StatsProgram } from '../../statistics/stats-from-events.sql.ts'
import { storedLinkStats } from '../../statistics/stored-link-stats.sql.ts'
import type { PartnerLinkSums } from './partner-link-sums.ts'

/**
 * Sums one partner's metrics by local day or link, from the statistics by link, and from events for partial days. Reads
 * only rows of this partner.
 */
export async function readOwnSums(
  queries: Queries,
  program: StatsProgram,
  { partnerId, by }: { partnerId: number; by: 'day' | 'link' },
  linkStatSources: LinkStatSources,
) {
  const condition = sql<boolean>`program_id = ${program.id} and partner_id = ${partnerId}`
  const key = sql.ref(by === 'day' ? 'day' : 'link_id')
  const names = sql.raw(`currency, ${LINK_STAT_COLUMNS.join(', ')}`)
  const sources =
    by === 'day'
      ? selectDayRows(condition, linkStatSources)
      : storedLinkStats(LINK_STAT_COLUMNS, condition, linkStatSources)
  const parts: RawBuilder<unknown>[] = [
    // Declares names and types of the columns, even if nothing is read.
    sql`select ${key} as key, ${names} from daily_link_stats where program_id = ${program.id} and false`,
    ...sources.map((source) => sql`select ${key} as key, ${names} from (${source}) as kept`),
    ...linkStatSources.spans.map(
      (span) => sql`
        select ${key} as key, ${names} from (${linkStatsFromEvents(program, span)}) as events
        where partner_id = ${partnerId}`,
    ),
  ]
  const sums = LINK_STAT_COLUMNS.map((measure) => `sum(${measure})::text as ${measure}`).join(', ')
  const { rows } = await sql<PartnerLinkSums>`
    select key::text as key, currency, ${sql.raw(sums)}
    from (${sql.join(parts, sql` union all `)}) as counted
    group by 1, 2`.execute(queries)
  return rows
}

/**
 * Selects daily rows, which remain after a roll-up. Each day is listed, so that the primary key finds the partner's
 * rows; a range would read all partners' rows.
 */
function selectDayRows(
  condition: RawBuilder<boolean>,
  { days, ranges }: LinkStatSources,
): RawBuilder<unknown>[] {
  const single = days.length === 0 ? [] : [sql`${days}::date[]`]
  const rangeDays = ranges.map(
    ({ first, last }) =>
      sql`array(select d::date from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') d)`,
  )
  return [...single, ...rangeDays].map(
    (dates) => sql`select * from daily_link_stats where ${condition} and day = any (${dates})`,
  )
}
