import type { ReportWindow } from '../core/time/report-period.rule.ts'
import type { LinkStatSources } from './link-stat-sources.ts'
import { splitIntoPeriods } from './roll-up-periods.rule.ts'

/**
 * Returns the sources for a time range: link statistics for whole days, rolled up where possible, and events for
 * the rest.
 */
export function linkStatSources({ wholeDays, partialDays }: ReportWindow): LinkStatSources {
  const spans = partialDays.map(({ from, to }) => ({ from, to }))
  if (wholeDays === undefined) return { days: [], ranges: [], spans }
  const { days, blocks } = splitIntoPeriods(wholeDays.first, wholeDays.last)
  return { days, ranges: blocks === undefined ? [] : [blocks], spans }
}
