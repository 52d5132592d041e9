import { type StepStatus, stepStatus } from './integration-steps.rule.ts'

export interface SetupData {
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
export function setupSteps(data: SetupData): Record<SetupStep, StepStatus> {
  return {
    site: stepStatus(data.siteUrl !== null),
    commission: stepStatus(data.hasOwnPolicy || data.hasSale),
    click: stepStatus(data.hasClick),
    partner: stepStatus(data.hasApprovedPartner),
    sale: stepStatus(data.hasSale),
  }
}
