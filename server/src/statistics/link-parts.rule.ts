import type { ReportWindow } from '../core/time/report-period.rule.ts'
import { cutIntoBlocks } from './day-blocks.rule.ts'
import type { LinkParts } from './link-parts.ts'

/** The statistics by link for the days that a window holds whole, in blocks where it holds those; the events for the others. */
export function linkPartsOf({ wholeDays, partialDays }: ReportWindow): LinkParts {
  const spans = partialDays.map(({ from, to }) => ({ from, to }))
  if (wholeDays === undefined) return { days: [], stretches: [], spans }
  const { days, blocks } = cutIntoBlocks(wholeDays.first, wholeDays.last)
  return { days, stretches: blocks === undefined ? [] : [blocks], spans }
}
