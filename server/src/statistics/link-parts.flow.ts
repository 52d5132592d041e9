import type { Queries } from '../platform/database.ts'
import { cutIntoBlocks } from './day-blocks.rule.ts'
import type { LinkParts } from './link-parts.ts'
import { findUncountedDays } from './linked-days.sql.ts'
import { dayAfter, endOfReportDay, startOfReportDay } from './report-day.rule.ts'
import type { ReportWindow, Span } from './report-period.rule.ts'

/**
 * The statistics by link for the days that a window holds whole, in blocks where it holds those; the events for the others,
 * and for days that a job has still to count by link.
 */
export async function findLinkParts(
  queries: Queries,
  program: { id: number; time_zone: string },
  { wholeDays, partialDays }: ReportWindow,
): Promise<LinkParts> {
  const spans: Span[] = partialDays.map(({ from, to }) => ({ from, to }))
  if (wholeDays === undefined) return { days: [], stretches: [], spans }
  const uncounted = await findUncountedDays(queries, program.id, wholeDays)
  if (uncounted === undefined) return { ...cutAll([wholeDays]), spans }
  const { first, last } = uncounted
  const counted = [
    { first: wholeDays.first, last: dayAfter(first, -1) },
    { first: dayAfter(last, 1), last: wholeDays.last },
  ]
  const from = startOfReportDay(first, program.time_zone)
  const to = endOfReportDay(last, program.time_zone)
  return { ...cutAll(counted.filter((one) => one.first <= one.last)), spans: [...spans, { from, to }] }
}

function cutAll(ranges: { first: string; last: string }[]): Omit<LinkParts, 'spans'> {
  const cut = ranges.map(({ first, last }) => cutIntoBlocks(first, last))
  return {
    days: cut.flatMap(({ days }) => days),
    stretches: cut.flatMap(({ blocks }) => blocks ?? []),
  }
}
