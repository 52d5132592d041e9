import type { Program, SetupSteps } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import type { WizardStep } from '../new-program/search.ts'

export interface ChecklistItem {
  step: keyof SetupSteps
  label: string
  hint: string
  isDone: boolean
  /** The wizard step that completes it; for the sale, the integration page. */
  wizardStep: WizardStep | undefined
}

type PaymentMode = Program['paymentTrackingMode']

const ITEMS: Record<
  keyof SetupSteps,
  Omit<ChecklistItem, 'step' | 'isDone' | 'hint'> & { hint: string | Record<PaymentMode, string> }
> = {
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
    hint: {
      s2s: t('setup.checklist.sale.s2s'),
      processor_connect: t('setup.checklist.sale.processorConnect'),
    },
    wizardStep: undefined,
  },
}

/** Returns the checklist's items in order. */
export function checklistItems(steps: SetupSteps, mode: PaymentMode): ChecklistItem[] {
  const items = enumValues(ITEMS).map((step) => {
    const { hint, ...item } = ITEMS[step]
    return {
      step,
      ...item,
      hint: typeof hint === 'string' ? hint : hint[mode],
      isDone: steps[step] === 'complete',
    }
  })
  return items.every(({ isDone }) => isDone) ? [] : items
}
