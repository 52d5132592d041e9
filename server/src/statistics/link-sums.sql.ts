import { type RawBuilder, sql } from 'kysely'
import type { LinkStatColumn } from '../core/database/stat-delta.ts'
import type { LinkStatSources } from './link-stat-sources.ts'
import { linkStatsFromEvents } from './link-stats-from-events.sql.ts'
import type { StatsProgram } from './stats-from-events.sql.ts'
import { storedLinkStats } from './stored-link-stats.sql.ts'

/**
 * Returns the SQL for `partner_id`, `link_id`, `currency` and the measures of all of a program's links, with the
 * definitions of the daily statistics. Counts without money have the currency XXX. A link and currency may have several
 * rows.
 */
export function selectLinkSums(
  measures: readonly LinkStatColumn[],
  program: StatsProgram,
  sources: LinkStatSources,
): RawBuilder<unknown> {
  const names = sql.raw(['partner_id', 'link_id', 'currency', ...measures].join(', '))
  const storedRows = storedLinkStats(measures, sql<boolean>`program_id = ${program.id}`, sources)
  const eventRows = sources.spans.map(
    (span) => sql`select ${names} from (${linkStatsFromEvents(program, span)}) as events`,
  )
  // Declares the names and types of the columns if there are no rows.
  const emptyRows = sql`select ${names} from daily_link_stats where program_id = ${program.id} and false`
  return sql.join([emptyRows, ...storedRows, ...eventRows], sql` union all `)
}
