import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { firstLinkQuery } from '../../api/partner-queries.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useCan, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ServerKey } from '../integration/server-key.tsx'
import { SaleSnippets, SignupSnippets } from '../integration/server-snippets.tsx'
import { TrackerSnippet } from '../integration/tracker-snippet.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { FirstClick } from './first-click.tsx'
import { StepActions, type StepProps } from './step-actions.tsx'

/** The code for the merchant's site and server, and the first click as it arrives. */
export function TrackerStep({ step, isComplete }: StepProps) {
  const programId = useProgramId()
  const { data: link } = useQuery({ ...firstLinkQuery(programId), enabled: useCan()('tracking:list') })
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
        <CardBody className="flex flex-col gap-4">
          <ServerKey />
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
            <SaleSnippets />
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
    payments: (children) => (
      <Link to="/programs/$programId/payments" params={{ programId }} className={textLink}>
        {children}
      </Link>
    ),
    integration: (children) => (
      <Link to="/programs/$programId/integration" params={{ programId }} className={textLink}>
        {children}
      </Link>
    ),
  })
}
