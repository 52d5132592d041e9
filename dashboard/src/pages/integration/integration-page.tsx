import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statusQuery } from '../../api/queries.ts'
import type { IntegrationStatus, Program } from '../../api/types.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NewestTestEvents } from './newest-test-events.tsx'
import { PaymentsStep } from './payments-step.tsx'
import { SendTestEvent, sendTestClick, sendTestLead } from './send-test-event.tsx'
import { leadCurl, leadNode, scriptTag, signupCall } from './snippets.ts'
import { StepCard } from './step-card.tsx'

const REFRESH_MS = 4000

export function IntegrationPage() {
  const programId = useProgramId()
  const program = useProgram()
  const { data, error, refetch } = useQuery({ ...statusQuery(programId), refetchInterval: REFRESH_MS })
  return (
    <>
      <PageHeader
        title="Integration"
        description="Three steps: a test event proves each of the first two; the third is complete when the program takes sales from your server, or its processor is connected. Test events never touch your figures, partners or payouts."
        actions={data !== undefined && <Progress status={data} />}
      />
      {data === undefined ? (
        error === null ? (
          <div role="status" className="flex flex-col gap-4">
            <span className="sr-only">Loading…</span>
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
          <TrackerStep status={data} />
          <SignupStep status={data} program={program} />
          <PaymentsStep payments={data.statistics.payments} />
          <NewestTestEvents />
        </div>
      )}
    </>
  )
}

function Progress({ status: { stepStatuses } }: { status: IntegrationStatus }) {
  const steps = Object.values(stepStatuses)
  const complete = steps.filter((step) => step === 'complete').length
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
        {complete} of {steps.length} complete
      </p>
    </div>
  )
}

function NoPartnerYet() {
  const programId = useProgramId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-warn-soft px-4 py-3 sm:px-5">
      <p className="min-w-0 flex-[1_1_16rem] text-warn">
        No partner is approved yet. Clicks and sales count from the first approved partner on.
      </p>
      <Button asChild>
        <Link to="/programs/$programId/partners" params={{ programId }}>
          Add a partner
        </Link>
      </Button>
    </div>
  )
}

function TrackerStep({ status: { stepStatuses, statistics } }: { status: IntegrationStatus }) {
  const place = { origin: location.origin, programId: useProgramId() }
  return (
    <StepCard
      number={1}
      title="Put the tracker on your pages"
      isComplete={stepStatuses.pageview === 'complete'}
      description="Paste it into the head of every page a partner may link to. It remembers the click in a first-party cookie and blocks nothing."
    >
      <CodeBlock what="the script tag" code={scriptTag(place)} />
      <SendTestEvent what="click" send={sendTestClick} latestId={statistics.pageview.latestTestEvent?.id} />
    </StepCard>
  )
}

function SignupStep({
  status: { stepStatuses, statistics },
  program,
}: {
  status: IntegrationStatus
  program: Program
}) {
  const place = { origin: location.origin, programId: useProgramId() }
  const needsServer = program.leadAuthPolicy === 'server_verified'
  return (
    <StepCard
      number={2}
      title="Report signups"
      isComplete={stepStatuses.referrals === 'complete'}
      description={
        needsServer
          ? 'A signup from the browser is provisional; it counts once your server confirms it with the program API key. Send the same customer key as with its sales.'
          : 'This program takes signups from the browser as they come. Send the same customer key as with its sales.'
      }
    >
      <Tabs
        label="Report a signup from"
        views={[
          {
            name: 'Browser',
            content: <CodeBlock what="the browser call for a signup" code={signupCall()} />,
          },
          { name: 'Node', content: <CodeBlock what="the Node call for a signup" code={leadNode(place)} /> },
          { name: 'curl', content: <CodeBlock what="the curl call for a signup" code={leadCurl(place)} /> },
        ]}
      />
      <SendTestEvent what="lead" send={sendTestLead} latestId={statistics.referrals.latestTestEvent?.id} />
    </StepCard>
  )
}
