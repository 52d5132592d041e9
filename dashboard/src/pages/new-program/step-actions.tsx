import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { nextStep, previousStep, type WizardStep } from './search.ts'

export interface StepProps {
  step: WizardStep
  isComplete: boolean
  /** Goes to the next step. */
  onDone: () => unknown
}

/** The buttons below a step: its own action, skip and back. */
export function StepActions({
  step,
  isComplete,
  children,
}: Pick<StepProps, 'step' | 'isComplete'> & {
  /** The primary button. */
  children?: ReactNode
}) {
  const programId = useProgramId()
  const [before, next] = [previousStep(step), nextStep(step)]
  const onLabel = next === undefined ? t('setup.goToOverview') : t('setup.continue')
  // Next to "Save and continue", a second "Continue" would leave it unclear what is saved.
  const isSkipped = !isComplete || (children !== undefined && next !== undefined)
  const label = isSkipped ? t('setup.skip') : onLabel
  return (
    <div className="flex flex-wrap items-center gap-2">
      {children}
      <Button asChild look={children === undefined && isComplete ? 'primary' : 'secondary'}>
        {next === undefined ? (
          <Link to="/programs/$programId/overview" params={{ programId }}>
            {label}
          </Link>
        ) : (
          <Link to="/programs/$programId/setup" params={{ programId }} search={{ step: next }}>
            {label}
          </Link>
        )}
      </Button>
      {before !== undefined && (
        <Button asChild look="quiet" className="sm:ml-auto">
          <Link to="/programs/$programId/setup" params={{ programId }} search={{ step: before }}>
            {t('setup.back')}
          </Link>
        </Button>
      )}
    </div>
  )
}
