import type { SetupSteps } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import type { WizardStep } from '../new-program/search.ts'

export interface ChecklistItem {
  step: keyof SetupSteps
  label: string
  hint: string
  isDone: boolean
  /** The step of the wizard that completes it; the integration page for the sale. */
  wizardStep: WizardStep | undefined
}

const ITEMS: Record<keyof SetupSteps, Omit<ChecklistItem, 'step' | 'isDone'>> = {
  site: {
    label: t('setup.checklist.site'),
    hint: t('setup.checklist.site.hint'),
    wizardStep: 'program',
  },
  commission: {
    label: t('setup.checklist.commission'),
    hint: t('setup.checklist.commission.hint'),
    wizardStep: 'commission',
  },
  partner: {
    label: t('setup.checklist.partner'),
    hint: t('setup.checklist.partner.hint'),
    wizardStep: 'partner',
  },
  click: {
    label: t('setup.checklist.click'),
    hint: t('setup.checklist.click.hint'),
    wizardStep: 'tracker',
  },
  sale: {
    label: t('setup.checklist.sale'),
    hint: t('setup.checklist.sale.hint'),
    wizardStep: undefined,
  },
}

/** Returns the items of the checklist in order. */
export function checklistItems(steps: SetupSteps): ChecklistItem[] {
  const items = enumValues(ITEMS).map((step) => ({
    step,
    ...ITEMS[step],
    isDone: steps[step] === 'complete',
  }))
  return items.every(({ isDone }) => isDone) ? [] : items
}
