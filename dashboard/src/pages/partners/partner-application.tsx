import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { partnerApplicationQuery } from '../../api/application-queries.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ApplicationAnswers, ApplicationHistory, Website } from '../applications/application-parts.tsx'

/** The partner's application: answers, accepted terms and history. */
export function PartnerApplication({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const query = useQuery(partnerApplicationQuery(programId, partnerId))
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
                <DetailList>
                  <DetailItem name={t('partners.applied')}>
                    {formatInstant(application.createdAt, timeZone)}
                  </DetailItem>
                  <DetailItem name={t('partners.appliedAs')}>{application.name}</DetailItem>
                  <DetailItem name={t('partners.terms')}>
                    {application.termsVersion === null
                      ? t('partners.noTermsAccept')
                      : t('partners.versionTermsVersionAcceptedCreatedAt', {
                          termsVersion: application.termsVersion,
                          createdAt: formatInstant(application.createdAt, timeZone),
                        })}
                  </DetailItem>
                  <DetailItem name={t('partners.invited')}>
                    {application.isInvited && t('partners.yes')}
                  </DetailItem>
                </DetailList>
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
  const { data } = useQuery(partnerApplicationQuery(useProgramId(), partnerId))
  const website = data?.website ?? null
  return (
    <DetailItem name={t('partners.website')}>{website !== null && <Website address={website} />}</DetailItem>
  )
}
