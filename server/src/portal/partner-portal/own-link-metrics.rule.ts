import { partnerMetrics } from '../../reports/performance/partner-metrics.rule.ts'
import type { OwnSums } from './own-sums.ts'

/** What one link brought; zeros for one that brought nothing. */
export function ownLinkMetrics(linkId: number, sums: readonly OwnSums[]) {
  const own = sums
    .filter(({ key }) => key === String(linkId))
    .map(({ key: _, ...row }) => ({ ...row, partner_id: linkId }))
  const [numbers] = partnerMetrics([linkId], own)
  if (numbers === undefined) throw new Error('who brought nothing has zeros')
  const { clicks, leads, conversions, sales, commissionByCurrency } = numbers
  return { clicks, leads, customers: conversions, sales, earnedByCurrency: commissionByCurrency }
}
