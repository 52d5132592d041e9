import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { applicationOfPartnerQuery } from '../../api/application-queries.ts'
import { formatInstant } from '../../format/date.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ApplicationAnswers, ApplicationHistory, Website } from '../applications/application-parts.tsx'

/** How the partner applied: what it answered and accepted, and what happened since. */
export function PartnerApplication({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const query = useQuery(applicationOfPartnerQuery(programId, partnerId))
  return (
    <Card aria-label="Application">
      <CardHeader
        title="Application"
        actions={
          query.data?.id !== undefined && (
            <Link
              to="/programs/$programId/applications"
              params={{ programId }}
              search={{ open: query.data.id }}
              className="text-accent-text underline"
            >
              Show in the inbox
            </Link>
          )
        }
      />
      <CardBody>
        <Loaded query={query} loadingRows={2}>
          {(application) =>
            application === null ? (
              <p className="text-ink-3">It did not apply: it was added by the team, or by a key.</p>
            ) : (
              <div className="flex flex-col gap-5">
                <Facts>
                  <Fact name="Applied">{formatInstant(application.createdAt, timeZone)}</Fact>
                  <Fact name="As">{application.name}</Fact>
                  <Fact name="Terms">
                    {application.termsVersion === null
                      ? 'There were none to accept'
                      : `Version ${application.termsVersion}, accepted ${formatInstant(application.createdAt, timeZone)}`}
                  </Fact>
                  <Fact name="Invited">{application.isInvited && 'Yes'}</Fact>
                </Facts>
                <ApplicationAnswers answers={application.answers} />
                <ApplicationHistory steps={application.steps} />
              </div>
            )
          }
        </Loaded>
      </CardBody>
    </Card>
  )
}

/** The website that it named when it applied. */
export function ApplicationWebsite({ partnerId }: { partnerId: number }) {
  const { data } = useQuery(applicationOfPartnerQuery(useProgramId(), partnerId))
  const website = data?.website ?? null
  return <Fact name="Website">{website !== null && <Website address={website} />}</Fact>
}
