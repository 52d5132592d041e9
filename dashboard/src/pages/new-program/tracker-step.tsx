import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { firstLinkQuery } from '../../api/partner-queries.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { SalesSource } from '../integration/sales-source.tsx'
import { ServerKey } from '../integration/server-key.tsx'
import { SignupSnippets } from '../integration/server-snippets.tsx'
import { TrackerSnippet } from '../integration/tracker-snippet.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { FirstClick } from './first-click.tsx'
import { StepActions, type StepProps } from './step-actions.tsx'

/** The code for the merchant's site and server, and the first click when it arrives. */
export function TrackerStep({ step, isComplete }: StepProps) {
  const programId = useProgramId()
  const { leadAuthPolicy, paymentTrackingMode } = useProgram()
  const needsKey = leadAuthPolicy === 'server_verified' || paymentTrackingMode === 's2s'
  const { data: link } = useQuery({
    ...firstLinkQuery(programId),
    enabled: usePermissionCheck()('tracking:list'),
  })
  return (
    <>
      <Card>
        <CardHeader title={t('setup.addCode')} description={t('setup.installTrackerMeans')} />
        <CardBody>
          <TrackerSnippet />
        </CardBody>
      </Card>
      <FirstClick code={link?.code} />
      <Card>
        <CardHeader title={t('setup.reportFromServer')} description={<ServerNote />} />
        <CardBody className="flex flex-col gap-6">
          {needsKey && <ServerKey />}
          <section aria-labelledby="setup-signups">
            <h3 id="setup-signups" className="mb-1 font-medium">
              {t('integration.reportSignups')}
            </h3>
            <SignupSnippets />
          </section>
          <section aria-labelledby="setup-sales">
            <h3 id="setup-sales" className="mb-1 font-medium">
              {t('integration.reportSales')}
            </h3>
            <SalesSource />
          </section>
        </CardBody>
      </Card>
      <StepActions step={step} isComplete={isComplete} />
    </>
  )
}

function ServerNote() {
  const programId = useProgramId()
  return rich('setup.reportFromServerMeans', {
    integration: (children) => (
      <Link to="/programs/$programId/integration" params={{ programId }} className={textLink}>
        {children}
      </Link>
    ),
  })
}
