import type { IntegrationStatus } from '../../api/types.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SendTestEvent, sendTestLead } from './send-test-event.tsx'
import { ServerKey } from './server-key.tsx'
import { leadCurl, leadNode, signupCall } from './snippets.ts'
import { StepCard } from './step-card.tsx'

export function SignupStep({
  status: { statistics },
  isComplete,
}: {
  status: IntegrationStatus
  isComplete: boolean
}) {
  const needsServer = useProgram().leadAuthPolicy === 'server_verified'
  return (
    <StepCard
      number={2}
      title={t('integration.reportSignups')}
      isComplete={isComplete}
      description={
        needsServer
          ? t('integration.reportSignupsFromYourServer')
          : t('integration.thisProgramCountsSignupsFrom')
      }
    >
      {needsServer && <ServerKey />}
      <SignupSnippets needsServer={needsServer} />
      <SendTestEvent what="lead" send={sendTestLead} latestId={statistics.referrals.latestTestEvent?.id} />
    </StepCard>
  )
}

/** Starts with the way that counts: a signup from the browser alone stays provisional if the server must verify it. */
function SignupSnippets({ needsServer }: { needsServer: boolean }) {
  const place = { origin: location.origin, programId: useProgramId() }
  const browser = {
    name: t('integration.browser'),
    content: (
      <>
        {needsServer && <ProvisionalNote />}
        <CodeBlock what={t('integration.browserCodeForSignup')} code={signupCall()} />
      </>
    ),
  }
  const server = [
    {
      name: t('integration.node'),
      content: <CodeBlock what={t('integration.nodeCodeForSignup')} code={leadNode(place)} />,
    },
    {
      name: 'curl',
      content: <CodeBlock what={t('integration.curlCommandForSignup')} code={leadCurl(place)} />,
    },
  ]
  const views = needsServer ? [...server, browser] : [browser, ...server]
  return <Tabs label={t('integration.reportSignupFrom')} views={views} />
}

function ProvisionalNote() {
  return (
    <p className="mb-2 max-w-[75ch] rounded-lg bg-warn-soft px-3.5 py-2.5 text-warn">
      {rich('integration.browserSignupsAreProvisional', {
        code: (children) => <code className="font-mono">{children}</code>,
      })}
    </p>
  )
}
