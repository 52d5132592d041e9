import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { applicationOfPartnerQuery } from '../../api/application-queries.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ApplicationAnswers, ApplicationHistory, Website } from '../applications/application-parts.tsx'

/** The partner's application: answers, accepted terms and history. */
export function PartnerApplication({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const query = useQuery(applicationOfPartnerQuery(programId, partnerId))
  return (
    <Card aria-label={t('partners.application')}>
      <CardHeader
        title={t('partners.application')}
        actions={
          query.data?.id !== undefined && (
            <Link
              to="/programs/$programId/applications"
              params={{ programId }}
              search={{ open: query.data.id }}
              className="text-accent-text underline"
            >
              {t('partners.viewApplication')}
            </Link>
          )
        }
      />
      <CardBody>
        <Loaded query={query} loadingRows={2}>
          {(application) =>
            application === null ? (
              <p className="text-ink-3">{t('partners.addedByYourTeamOr')}</p>
            ) : (
              <div className="flex flex-col gap-5">
                <Facts>
                  <Fact name={t('partners.applied')}>{formatInstant(application.createdAt, timeZone)}</Fact>
                  <Fact name={t('partners.appliedAs')}>{application.name}</Fact>
                  <Fact name={t('partners.terms')}>
                    {application.termsVersion === null
                      ? t('partners.noTermsAccept')
                      : t('partners.versionTermsVersionAcceptedCreatedAt', {
                          termsVersion: application.termsVersion,
                          createdAt: formatInstant(application.createdAt, timeZone),
                        })}
                  </Fact>
                  <Fact name={t('partners.invited')}>{application.isInvited && t('partners.yes')}</Fact>
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

/** The website in the partner's application. */
export function ApplicationWebsite({ partnerId }: { partnerId: number }) {
  const { data } = useQuery(applicationOfPartnerQuery(useProgramId(), partnerId))
  const website = data?.website ?? null
  return <Fact name={t('partners.website')}>{website !== null && <Website address={website} />}</Fact>
}
