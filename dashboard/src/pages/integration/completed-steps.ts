import type { IntegrationStatus } from '../../api/types.ts'
import type { LatestEvents } from './live-traffic.ts'

export type Step = keyof IntegrationStatus['stepStatuses']

/**
 * A step is complete by a test event or a real event. The status of the payments step only considers settings, which
 * aren't evidence.
 * @param hasClick whether a click arrived, counted or not, so that the tracker is installed
 */
export function completedSteps(
  statuses: IntegrationStatus['stepStatuses'],
  { click, lead, sale }: LatestEvents,
  { hasClick, hasTestSale }: { hasClick: boolean; hasTestSale: boolean },
): Record<Step, boolean> {
  const isSettled = lead != null && !(lead.type === 'lead' && lead.state === 'provisional')
  return {
    pageview: statuses.pageview === 'complete' || click != null || hasClick,
    referrals: statuses.referrals === 'complete' || isSettled,
    payments: hasTestSale || sale != null,
  }
}
