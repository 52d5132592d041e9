import type { Permission, SetupSteps } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { WizardStep } from './search.ts'

/** Each step, what completes it and who may do it. */
export const WIZARD_STEP_VIEWS: Record<
  WizardStep,
  { label: string; title: string; description: string; completedBy: keyof SetupSteps; permission: Permission }
> = {
  program: {
    label: t('setup.program'),
    title: t('setup.program.title'),
    description: t('setup.program.description'),
    completedBy: 'site',
    permission: 'program:update',
  },
  commission: {
    label: t('setup.commission'),
    title: t('setup.commission.title'),
    description: t('setup.commission.description'),
    completedBy: 'commission',
    permission: 'commission:manage',
  },
  tracker: {
    label: t('setup.tracker'),
    title: t('setup.tracker.title'),
    description: t('setup.tracker.description'),
    completedBy: 'click',
    permission: 'tracking:read',
  },
  partner: {
    label: t('setup.partner'),
    title: t('setup.partner.title'),
    description: t('setup.partner.description'),
    completedBy: 'partner',
    permission: 'partner:manage',
  },
}
