import type { Deps } from '../../core/deps.ts'
import { endOfReportDay, startOfReportDay } from '../../core/time/report-day.rule.ts'
import { linkStatSources } from '../../statistics/link-stat-sources.rule.ts'
import { readOwnSums } from '../partner-portal/partner-link-sums.sql.ts'
import type { InquiryAnswerKind } from './claim.ts'
import type { Requester } from './inquire-about-order.flow.ts'
import { inquiryLimits } from './limits.ts'
import { listOwnSales, type PartnerSaleRow } from './own-day.sql.ts'

export interface DayAnswer {
  answer: InquiryAnswerKind
  clicks: number
  signups: number
  sales: PartnerSaleRow[]
}

/**
 * Returns a partner's own clicks, signups and sales on a day in the program's time zone, with the same counts as in the
 * overview.
 */
export async function inquireAboutDay(
  { database: { kysely } }: Deps,
  { programId, partnerId, timeZone }: Requester,
  day: string,
): Promise<DayAnswer> {
  const program = { id: programId, time_zone: timeZone }
  const [from, to] = [startOfReportDay(day, timeZone), endOfReportDay(day, timeZone)]
  const wholeDays = { first: day, last: day }
  const parts = linkStatSources({ from, to, days: [day], wholeDays, partialDays: [] })
  const sums = await readOwnSums(kysely, program, { partnerId, by: 'day' }, parts)
  const total = (measure: 'clicks' | 'leads') =>
    Number(sums.reduce((sum, row) => sum + BigInt(row[measure]), 0n))
  const sales = await listOwnSales(
    kysely,
    { programId, partnerId },
    { from, to, rows: inquiryLimits.ownDaySales },
  )
  const [clicks, signups] = [total('clicks'), total('leads')]
  return { answer: chooseAnswer({ clicks, signups, sales: sales.length }), clicks, signups, sales }
}

function chooseAnswer(day: { clicks: number; signups: number; sales: number }): InquiryAnswerKind {
  if (day.sales > 0) return 'sales_that_day'
  return day.clicks + day.signups > 0 ? 'no_sales_that_day' : 'nothing_that_day'
}
