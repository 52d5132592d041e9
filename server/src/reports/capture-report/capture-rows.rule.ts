import type {
  CaptureDimension,
  ClickCounts,
  CountedClicks,
  CountedSales,
  CountedUnattributed,
} from './capture-report.ts'
import { compareShare, type ShareComparison } from './compare-share.rule.ts'

/** A browser or landing page; `key` is null if it is unknown. */
export interface CaptureRow extends ClickCounts {
  key: string | null
  comparison: ShareComparison
  salesWithClick: number
  salesWithoutClick: number
  /** Sales that the merchant's server sent and that matched no customer. */
  unattributedSales: number
}

export interface CountedEvents {
  clicks: readonly CountedClicks[]
  sales: readonly CountedSales[]
  unattributed: readonly CountedUnattributed[]
}

/**
 * Joins the counts of a dimension, most clicks and sales first. Unknown values come last and aren't compared, because
 * they are mixed.
 */
export function captureRows(
  { clicks, sales, unattributed }: CountedEvents,
  by: CaptureDimension,
  most: number,
): CaptureRow[] {
  const all = sumClicks(clicks, 'all', null)
  const counts = [...clicks, ...sales, ...unattributed].filter((one) => one.by === by)
  const keys = [...new Set(counts.map(({ key }) => key))]
  const rows = keys.map((key): CaptureRow => {
    const clickCounts = sumClicks(clicks, by, key)
    const saleCounts = sales.find((one) => one.by === by && one.key === key)
    return {
      key,
      ...clickCounts,
      comparison: key === null ? 'too_few' : compareShare(clickCounts, all),
      salesWithClick: saleCounts?.with_click ?? 0,
      salesWithoutClick: saleCounts?.without_click ?? 0,
      unattributedSales: unattributed.find((one) => one.by === by && one.key === key)?.sales ?? 0,
    }
  })
  const keyedRows = rows.filter(({ key }) => key !== null).sort(byFrequency)
  return [...keyedRows.slice(0, most), ...rows.filter(({ key }) => key === null)]
}

export function sumClicks(
  clicks: readonly CountedClicks[],
  by: CountedClicks['by'],
  key: string | null,
): ClickCounts {
  const found = clicks.find((one) => one.by === by && one.key === key)
  return { clicks: found?.clicks ?? 0, leads: found?.leads ?? 0 }
}

function byFrequency(a: CaptureRow, b: CaptureRow): number {
  const countSales = (row: CaptureRow) => row.salesWithClick + row.salesWithoutClick + row.unattributedSales
  return b.clicks - a.clicks || countSales(b) - countSales(a) || ((a.key ?? '') < (b.key ?? '') ? -1 : 1)
}
