import { readChoice } from '../../search/read-search.ts'

/** The wizard's steps, in order. */
const WIZARD_STEPS = ['program', 'commission', 'tracker', 'partner'] as const
export type WizardStep = (typeof WIZARD_STEPS)[number]

export interface SetupSearch {
  step: WizardStep
}

export function readSetupSearch(search: Record<string, unknown>): SetupSearch {
  return { step: readChoice(search.step, WIZARD_STEPS) ?? 'program' }
}

/** Returns undefined after the last step. */
export function nextStep(step: WizardStep): WizardStep | undefined {
  return WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + 1]
}

/** Returns undefined before the first step. */
export function previousStep(step: WizardStep): WizardStep | undefined {
  return WIZARD_STEPS[WIZARD_STEPS.indexOf(step) - 1]
}
