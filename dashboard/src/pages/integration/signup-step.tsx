import type { IntegrationStatus } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram } from '../../session/use-program.ts'
import { SendTestEvent, sendTestLead } from './send-test-event.tsx'
import { ServerKey } from './server-key.tsx'
import { SignupSnippets } from './server-snippets.tsx'
import { StepCard } from './step-card.tsx'
import type { StepState } from './step-states.ts'

export function SignupStep({
  status: { statistics },
  state,
}: {
  status: IntegrationStatus
  state: StepState
}) {
  const needsServer = useProgram().leadAuthPolicy === 'server_verified'
  return (
    <StepCard
      number={2}
      title={t('integration.reportSignups')}
      state={state}
      description={
        needsServer
          ? t('integration.reportSignupsFromYourServer')
          : t('integration.thisProgramCountsSignupsFrom')
      }
    >
      {needsServer && <ServerKey />}
      <SignupSnippets />
      <SendTestEvent what="lead" send={sendTestLead} latestId={statistics.referrals.latestTestEvent?.id} />
    </StepCard>
  )
}
