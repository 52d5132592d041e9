import { useQuery } from '@tanstack/react-query'
import { formatDay, formatInstantDay } from '../../format/date.ts'
import { t } from '../../messages/portal-text.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Money, QueryView, TimeZoneNote } from '../display.tsx'
import { FileButton } from '../file-button.tsx'
import { type PortalProgram, type PortalTerms, termsQuery } from '../queries.ts'

/** The program's terms: what the partner earns, when it is paid, and the text they accepted. */
export default function TermsPage({ program }: { program: PortalProgram }) {
  const query = useQuery(termsQuery(program.id))
  return (
    <>
      <PageHeader title={t('app.terms')} description={<TimeZoneNote program={program} />} />
      <QueryView query={query}>
        {(terms) => (
          <div className="flex max-w-2xl flex-col gap-4">
            <Earned terms={terms} />
            <Paid terms={terms} />
            <Text program={program} text={terms.text} />
          </div>
        )}
      </QueryView>
    </>
  )
}

function Earned({ terms: { commissions, attributionWindowDays } }: { terms: PortalTerms }) {
  return (
    <Card>
      <CardHeader title={t('terms.whatYouEarn')} />
      <CardBody className="flex flex-col gap-3">
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          {commissions.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
        <p className="text-ink-3">{t('terms.attributionWindow', { days: attributionWindowDays })}</p>
      </CardBody>
    </Card>
  )
}

function Paid({ terms }: { terms: PortalTerms }) {
  const { holdDays, commissionApproval, payDay, nextPayDay, minimums, detailsRequired } = terms
  const [from = 0, to = from] = [holdDays.at(0), holdDays.at(-1)]
  return (
    <Card>
      <CardHeader title={t('terms.whenYouArePaid')} />
      <CardBody>
        <DetailList>
          <DetailItem name={t('terms.holdPeriod')}>
            {from === to ? t('terms.holdDays', { days: from }) : t('terms.holdDaysBetween', { from, to })}
          </DetailItem>
          <DetailItem name={t('terms.approval')}>
            {commissionApproval === 'review' ? t('terms.approval.review') : t('terms.approval.automatic')}
          </DetailItem>
          <DetailItem name={t('terms.payouts')}>
            {payDay === null
              ? t('payoutLabels.waits.byHand')
              : t('terms.payouts.monthly', { day: payDay, next: formatDay(nextPayDay ?? '', 'long') })}
          </DetailItem>
          <DetailItem name={t('terms.minimumPayout')}>
            {minimums.length === 0 ? (
              t('terms.noMinimum')
            ) : (
              <Money sums={Object.fromEntries(minimums.map((one) => [one.currency, one.minimumCents]))} />
            )}
          </DetailItem>
          <DetailItem name={t('payouts.payoutDetails')}>
            {detailsRequired && t('terms.detailsRequired')}
          </DetailItem>
        </DetailList>
      </CardBody>
    </Card>
  )
}

/** The program's own text, in the version the partner accepted. */
function Text({ program, text }: { program: PortalProgram; text: PortalTerms['text'] }) {
  if (text === null) {
    return (
      <Card>
        <CardHeader title={t('terms.programTerms')} description={t('terms.noText')} />
        <CardBody className="pt-0!" />
      </Card>
    )
  }
  const { version, acceptedAt, newerVersion } = text
  return (
    <Card>
      <CardHeader
        title={t('terms.programTerms')}
        description={
          acceptedAt === null
            ? t('terms.version', { version })
            : t('terms.accepted', { version, day: formatInstantDay(acceptedAt, program.timeZone) })
        }
        actions={
          <FileButton href={`/api/partner/programs/${program.id}/terms.html`} isPage>
            {t('terms.read')}
          </FileButton>
        }
      />
      <CardBody className="pt-0!">
        {newerVersion !== null && (
          <p className="mt-3 text-ink-3">{t('terms.newerVersion', { version: newerVersion })}</p>
        )}
      </CardBody>
    </Card>
  )
}
