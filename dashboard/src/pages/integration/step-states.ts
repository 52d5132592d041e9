import type { IntegrationStatus } from '../../api/types.ts'
import type { LatestEvents } from './live-traffic.ts'

export type Step = keyof IntegrationStatus['stepStatuses']

/** Connected: a real event has arrived. Tested: only a test event has. */
export type StepState = 'connected' | 'tested' | 'pending'

/**
 * Returns the state of each step. The payments step's own status only reflects settings, which aren't evidence.
 * @param hasClick whether a click has arrived, counted or not, which shows that the tracker is installed
 */
export function stepStates(
  statuses: IntegrationStatus['stepStatuses'],
  { click, lead, sale }: LatestEvents,
  { hasClick, hasTestSale }: { hasClick: boolean; hasTestSale: boolean },
): Record<Step, StepState> {
  const isSettled = lead != null && !(lead.type === 'lead' && lead.state === 'provisional')
  return {
    pageview: chooseState(click != null || hasClick, statuses.pageview === 'complete'),
    referrals: chooseState(isSettled, statuses.referrals === 'complete'),
    payments: chooseState(sale != null, hasTestSale),
  }
}

function chooseState(isConnected: boolean, isTested: boolean): StepState {
  return isConnected ? 'connected' : isTested ? 'tested' : 'pending'
}
