import { type StepStatus, stepStatus } from './integration-steps.rule.ts'

export interface SetupFacts {
  siteUrl: string | null
  /** Whether the default policy was saved at least once, or the program has other policies. */
  hasOwnPolicy: boolean
  /** Whether a click arrived, counted or not. */
  hasClick: boolean
  hasApprovedPartner: boolean
  hasSale: boolean
}

export type SetupStep = 'site' | 'commission' | 'click' | 'partner' | 'sale'

/**
 * Returns the state of each setup step of a program, ignoring test events. A sale completes the commission step,
 * because the policy has paid for it.
 */
export function setupSteps(facts: SetupFacts): Record<SetupStep, StepStatus> {
  return {
    site: stepStatus(facts.siteUrl !== null),
    commission: stepStatus(facts.hasOwnPolicy || facts.hasSale),
    click: stepStatus(facts.hasClick),
    partner: stepStatus(facts.hasApprovedPartner),
    sale: stepStatus(facts.hasSale),
  }
}
