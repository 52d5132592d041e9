export type StepStatus = 'complete' | 'pending'

export interface IntegrationState {
  hasTestClicks: boolean
  hasTestLeads: boolean
  processorConnectionStatus: string
  paymentTrackingMode: 'processor_connect' | 's2s'
}

/** Returns the state of the three integration steps (specification, table "Integration steps"). */
export function integrationSteps(
  state: IntegrationState,
): Record<'pageview' | 'referrals' | 'payments', StepStatus> {
  const canTrackPayments = isProcessorConnected(state) || state.paymentTrackingMode === 's2s'
  return {
    pageview: stepStatus(state.hasTestClicks),
    referrals: stepStatus(state.hasTestLeads),
    payments: stepStatus(canTrackPayments),
  }
}

/** Returns whether the processor is connected. With any other status, no payments arrive through the connection. */
export function isProcessorConnected(state: Pick<IntegrationState, 'processorConnectionStatus'>): boolean {
  return state.processorConnectionStatus === 'connected'
}

export function stepStatus(isComplete: boolean): StepStatus {
  return isComplete ? 'complete' : 'pending'
}
