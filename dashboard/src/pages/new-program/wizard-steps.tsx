import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SetupSteps } from '../../api/types.ts'
import { enumOptions } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import type { WizardStep } from './search.ts'
import { WIZARD_STEP_VIEWS } from './wizard-labels.ts'

/** The wizard's steps: which one is open, which are complete and, with `linkTo`, a link to each. */
export function WizardSteps({
  current,
  steps,
  linkTo,
}: {
  current: WizardStep
  /** Undefined while they load, and before the program exists. */
  steps?: SetupSteps | undefined
  linkTo?: (step: WizardStep, children: ReactNode, className: string) => ReactNode
}) {
  return (
    <nav aria-label={t('setup.steps')}>
      <ol className="flex flex-wrap gap-x-1 gap-y-1">
        {enumOptions(WIZARD_STEP_VIEWS).map(({ value, label, completedBy }, index) => {
          const isComplete = steps?.[completedBy] === 'complete'
          const isCurrent = value === current
          const className = clsx(
            'flex min-h-9 items-center gap-2 rounded-lg px-2.5 font-medium pointer-coarse:min-h-10',
            isCurrent ? 'bg-fill text-ink' : 'text-ink-3',
          )
          const children = (
            <>
              <StepMark number={index + 1} isComplete={isComplete} isCurrent={isCurrent} />
              {label}
              {isComplete && <span className="sr-only">{t('setup.stepDone')}</span>}
            </>
          )
          return (
            <li key={value} aria-current={isCurrent ? 'step' : undefined}>
              {linkTo === undefined || isCurrent ? (
                <span className={className}>{children}</span>
              ) : (
                linkTo(value, children, clsx(className, 'transition-colors hover:bg-fill hover:text-ink'))
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function StepMark({
  number,
  isComplete,
  isCurrent = false,
}: {
  number: number
  isComplete: boolean
  isCurrent?: boolean
}) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs',
        isComplete ? 'bg-good-soft text-good' : isCurrent ? 'bg-accent text-white' : 'bg-fill text-ink-2',
      )}
    >
      {isComplete ? <Check className="size-3.5" /> : number}
    </span>
  )
}
