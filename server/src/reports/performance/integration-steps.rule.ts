export type StepStatus = 'complete' | 'pending'

export interface IntegrationFacts {
  hasTestClicks: boolean
  hasTestLeads: boolean
  processorConnectionStatus: string
  paymentTrackingMode: 'processor_connect' | 's2s'
}

/** Returns the state of the three integration steps (specification, table "Integration steps"). */
export function integrationSteps(
  facts: IntegrationFacts,
): Record<'pageview' | 'referrals' | 'payments', StepStatus> {
  const canTrackPayments = isProcessorConnected(facts) || facts.paymentTrackingMode === 's2s'
  return {
    pageview: stepStatus(facts.hasTestClicks),
    referrals: stepStatus(facts.hasTestLeads),
    payments: stepStatus(canTrackPayments),
  }
}

/** Returns whether the processor is connected. With any other status, no payments arrive through the connection. */
export function isProcessorConnected(facts: Pick<IntegrationFacts, 'processorConnectionStatus'>): boolean {
  return facts.processorConnectionStatus === 'connected'
}

export function stepStatus(isComplete: boolean): StepStatus {
  return isComplete ? 'complete' : 'pending'
}
