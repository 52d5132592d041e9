import type { IntegrationStatus } from '../../api/types.ts'
import type { LatestEvents } from './live-traffic.ts'

export type Step = keyof IntegrationStatus['stepStatuses']

/**
 * A step is complete by its status, which only considers test events and settings, or by a real event.
 * @param hasClick whether a click arrived, counted or not, so that the tracker is installed
 */
export function completedSteps(
  statuses: IntegrationStatus['stepStatuses'],
  { click, lead, sale }: LatestEvents,
  hasClick: boolean,
): Record<Step, boolean> {
  const isSettled = lead != null && !(lead.type === 'lead' && lead.state === 'provisional')
  return {
    pageview: statuses.pageview === 'complete' || click != null || hasClick,
    referrals: statuses.referrals === 'complete' || isSettled,
    payments: statuses.payments === 'complete' || sale != null,
  }
}
