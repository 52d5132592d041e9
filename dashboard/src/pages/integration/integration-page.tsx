import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statusQuery } from '../../api/queries.ts'
import type { IntegrationStatus } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useHasClick, useHasTestSale, useLiveTraffic } from './live-traffic.ts'
import { LiveTrafficCard } from './live-traffic-card.tsx'
import { NewestTestEvents } from './newest-test-events.tsx'
import { PaymentsStep } from './payments-step.tsx'
import { ReadinessCard } from './readiness-card.tsx'
import { SendTestEvent, sendTestClick } from './send-test-event.tsx'
import { SignupStep } from './signup-step.tsx'
import { StepCard } from './step-card.tsx'
import { type Step, type StepState, stepStates } from './step-states.ts'
import { TrackerSnippet } from './tracker-snippet.tsx'

const REFRESH_MS = 4000

export function IntegrationPage() {
  const programId = useProgramId()
  const traffic = useLiveTraffic()
  const hasClick = useHasClick()
  const hasTestSale = useHasTestSale()
  const { data, error, refetch } = useQuery({ ...statusQuery(programId), refetchInterval: REFRESH_MS })
  const states = data && stepStates(data.stepStatuses, traffic.latest, { hasClick, hasTestSale })
  return (
    <>
      <PageHeader
        title={t('integration.integration')}
        description={t('integration.completeThreeStepsTestEvents')}
        actions={states !== undefined && <Progress steps={states} />}
      />
      {data === undefined || states === undefined ? (
        error === null ? (
          <div role="status" className="flex flex-col gap-4">
            <span className="sr-only">{t('integration.loading')}</span>
            <Skeleton className="h-56 rounded-xl" />
            <Skeleton className="h-72 rounded-xl" />
            <Skeleton className="h-72 rounded-xl" />
          </div>
        ) : (
          <Card>
            <ErrorState error={error} onRetry={() => void refetch()} />
          </Card>
        )
      ) : (
        <div className="flex flex-col gap-4">
          {!data.hasPartners && <NoPartnerYet />}
          <LiveTrafficCard traffic={traffic} />
          <Steps status={data} states={states} />
          <ReadinessCard />
          <NewestTestEvents />
        </div>
      )}
    </>
  )
}

function Steps({ status, states }: { status: IntegrationStatus; states: Record<Step, StepState> }) {
  return (
    <>
      <TrackerStep status={status} state={states.pageview} />
      <SignupStep status={status} state={states.referrals} />
      <PaymentsStep state={states.payments} />
    </>
  )
}

function Progress({ steps: states }: { steps: Record<Step, StepState> }) {
  const steps = Object.values(states)
  const complete = steps.filter((state) => state !== 'pending').length
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div aria-hidden="true" className="flex gap-1">
        {steps.map((_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: three marks that never move
            key={index}
            className={`h-1.5 w-8 rounded-full ${index < complete ? 'bg-good' : 'bg-fill-strong'}`}
          />
        ))}
      </div>
      <p className="font-medium text-ink-2">
        {t('integration.completeCountComplete', { complete, count: steps.length })}
      </p>
    </div>
  )
}

function NoPartnerYet() {
  const programId = useProgramId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-warn-soft px-4 py-3 sm:px-5">
      <p className="min-w-0 flex-[1_1_16rem] text-warn">{t('integration.noPartnersAreApprovedYet')}</p>
      <Button asChild>
        <Link to="/programs/$programId/partners" params={{ programId }}>
          {t('integration.addPartner')}
        </Link>
      </Button>
    </div>
  )
}

function TrackerStep({ status: { statistics }, state }: { status: IntegrationStatus; state: StepState }) {
  return (
    <StepCard
      number={1}
      title={t('integration.installTracker')}
      state={state}
      description={t('setup.installTrackerMeans')}
    >
      <TrackerSnippet />
      <SendTestEvent what="click" send={sendTestClick} latestId={statistics.pageview.latestTestEvent?.id} />
    </StepCard>
  )
}
