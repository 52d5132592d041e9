import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { programSetupQuery } from '../../api/queries.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CommissionStep } from './commission-step.tsx'
import { PartnerStep } from './partner-step.tsx'
import { ProgramStep } from './program-step.tsx'
import { nextStep, type WizardStep } from './search.ts'
import { StepActions, type StepProps } from './step-actions.tsx'
import { TrackerStep } from './tracker-step.tsx'
import { WIZARD_STEP_VIEWS } from './wizard-labels.ts'
import { WizardSteps } from './wizard-steps.tsx'

const route = getRouteApi('/signed-in/programs/$programId/setup')

const STEPS: Record<WizardStep, ComponentType<StepProps>> = {
  program: ProgramStep,
  commission: CommissionStep,
  tracker: TrackerStep,
  partner: PartnerStep,
}

/** The wizard for an existing program: every step can be skipped, repeated and left at any time. */
export function SetupPage() {
  const programId = useProgramId()
  const { name } = useProgram()
  const { step } = route.useSearch()
  const { data: steps } = useQuery({ ...programSetupQuery(programId), select: (setup) => setup.steps })
  const canDo = usePermissionCheck()(WIZARD_STEP_VIEWS[step].permission)
  const goToNextStep = useToStepAfter(step)
  const { title, description, completedBy } = WIZARD_STEP_VIEWS[step]
  const isComplete = steps?.[completedBy] === 'complete'
  const Step = STEPS[step]
  return (
    <>
      {/* The key moves the focus to the heading of each step. */}
      <PageHeader key={step} title={title} description={description} />
      <div className="flex flex-col gap-5">
        <p className="sr-only">{t('setup.settingUpName', { name })}</p>
        <WizardSteps
          current={step}
          steps={steps}
          linkTo={(to, children, className) => (
            <Link
              to="/programs/$programId/setup"
              params={{ programId }}
              search={{ step: to }}
              className={className}
            >
              {children}
            </Link>
          )}
        />
        {canDo ? (
          <Step key={step} step={step} isComplete={isComplete} onDone={goToNextStep} />
        ) : (
          <Card>
            <CardBody className="flex flex-col gap-5">
              <p className="text-ink-2">{t('setup.askAdmin')}</p>
              <StepActions step={step} isComplete={isComplete} />
            </CardBody>
          </Card>
        )}
      </div>
    </>
  )
}

/** Goes to the next step; after the last one, to the overview. */
function useToStepAfter(step: WizardStep) {
  const programId = useProgramId()
  const navigate = useNavigate()
  const next = nextStep(step)
  return () =>
    next === undefined
      ? navigate({ to: '/programs/$programId/overview', params: { programId } })
      : navigate({ to: '/programs/$programId/setup', params: { programId }, search: { step: next } })
}
