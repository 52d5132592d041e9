import { runInQueue } from '../../core/async/read-queue.ts'
import { type Database, STATEMENT_CANCELED, sqlState } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import { BROWSERS } from '../../tracking/clicks/visit.rule.ts'
import { countArchived } from '../breakdowns/count-values.sql.ts'
import {
  type CaptureWindow,
  countClicks,
  countRejectedSales,
  countSales,
  countUnattributedPayments,
  sumCaptures,
} from './capture-report.sql.ts'
import type { CapturedSum, CountedClicks } from './capture-report.ts'
import { type CaptureRow, captureRows, sumClicks } from './capture-rows.rule.ts'
import { captureReportLimits } from './limits.ts'

export interface CaptureReport {
  clicks: readonly CountedClicks[]
  sums: readonly CapturedSum[]
  browsers: CaptureRow[]
  pages: CaptureRow[]
  rejectedSales: number
  unattributedPayments: number
  /** Deleted clicks in the period; only their number is known. */
  archivedClicks: number
  /** Whether a limit was reached, so only the period's newest events are counted. */
  isComplete: boolean
}

/**
 * Reads how customers with sales in a period arrived. Retries with fewer events if the database times out.
 * @returns 'takes_too_long' if the retries timed out too
 */
export function readCaptureReport(
  { database: { kysely } }: Pick<Deps, 'database'>,
  programId: number,
  { disconnected, ...span }: { from: Date; to: Date; disconnected: AbortSignal },
): Promise<CaptureReport | 'takes_too_long'> {
  return runInQueue(kysely, { queue: 'breakdown', disconnected }, async (runStep) => {
    for (const fewerTimes of [1, captureReportLimits.fewerTimes]) {
      try {
        return await runStep(() => readNewestCaptures(kysely, programId, span, fewerTimes))
      } catch (error) {
        if (sqlState(error) !== STATEMENT_CANCELED) throw error
      }
    }
    return 'takes_too_long'
  })
}

async function readNewestCaptures(
  queries: Database['kysely'],
  programId: number,
  span: { from: Date; to: Date },
  fewerTimes: number,
): Promise<CaptureReport> {
  const { values, browsersShown, pagesShown, ...most } = captureReportLimits
  const window = (events: number): CaptureWindow => ({
    ...span,
    rows: Math.ceil(events / fewerTimes),
    values,
    browsers: [...BROWSERS],
  })
  const [clickWindow, saleWindow, unattributedWindow] = [
    window(most.clicks),
    window(most.sales),
    window(most.unattributedSales),
  ]
  const clicks = await countClicks(queries, programId, clickWindow)
  const sums = await sumCaptures(queries, programId, saleWindow)
  const sales = await countSales(queries, programId, saleWindow)
  const unattributed = await countRejectedSales(queries, programId, unattributedWindow)
  const unattributedPayments = await countUnattributedPayments(queries, programId, unattributedWindow)
  const archivedClicks = await countArchived(queries, programId, span)
  const counted = { clicks, sales, unattributed }
  const rejected = unattributed.find(({ by }) => by === 'all')
  const rejectedSales = rejected?.sales ?? 0
  return {
    clicks,
    sums,
    browsers: captureRows(counted, 'browser', browsersShown),
    pages: captureRows(counted, 'page', pagesShown),
    rejectedSales,
    unattributedPayments,
    archivedClicks,
    isComplete:
      sumClicks(clicks, 'all', null).clicks < clickWindow.rows &&
      sums.reduce((all, one) => all + one.sales, 0) < saleWindow.rows &&
      (rejected?.requests ?? 0) < unattributedWindow.rows &&
      unattributedPayments < unattributedWindow.rows,
  }
}
