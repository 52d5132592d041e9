import { type RawBuilder, sql } from 'kysely'
import type { LinkStatColumn } from '../core/database/stat-delta.ts'
import { keptLinkStats } from './kept-link-stats.sql.ts'
import type { LinkParts } from './link-parts.ts'
import { linkStatsFromEvents } from './link-stats-from-events.sql.ts'
import type { StatsProgram } from './stats-from-events.sql.ts'

/**
 * Rows of `partner_id`, `link_id`, `currency` and these measures of all links of a program, by the definitions of the daily
 * statistics. What has no money stands under XXX. There may be several rows of one link and currency.
 */
export function sumsOfLinks(
  measures: readonly LinkStatColumn[],
  program: StatsProgram,
  parts: LinkParts,
): RawBuilder<unknown> {
  const names = sql.raw(['partner_id', 'link_id', 'currency', ...measures].join(', '))
  const kept = keptLinkStats(measures, sql<boolean>`program_id = ${program.id}`, parts)
  const ofEvents = parts.spans.map(
    (span) => sql`select ${names} from (${linkStatsFromEvents(program, span)}) as events`,
  )
  // Names and types of the columns, also where nothing is read.
  const none = sql`select ${names} from daily_link_stats where program_id = ${program.id} and false`
  return sql.join([none, ...kept, ...ofEvents], sql` union all `)
}
