import { partnerMetrics } from '../../reports/performance/partner-metrics.rule.ts'
import type { PartnerLinkSums } from './partner-link-sums.ts'

/** Returns a link's metrics. They are zero if it has no activity. */
export function ownLinkMetrics(linkId: number, sums: readonly PartnerLinkSums[]) {
  const linkSums = sums
    .filter(({ key }) => key === String(linkId))
    .map(({ key: _, ...row }) => ({ ...row, partner_id: linkId }))
  const [numbers] = partnerMetrics([linkId], linkSums)
  if (numbers === undefined) throw new Error('no metrics for the only partner')
  const { clicks, leads, conversions, sales, commissionByCurrency } = numbers
  return { clicks, leads, customers: conversions, sales, earnedByCurrency: commissionByCurrency }
}
