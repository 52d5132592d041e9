import type { Partner } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { ApplicationWebsite } from './partner-application.tsx'
import { PARTNER_STATUSES } from './partner-labels.ts'

/** The partner's contact details and status in the program. */
export function PartnerProfile({ partner }: { partner: Partner }) {
  const { timeZone } = useProgram()
  return (
    <section aria-label={t('partners.profile')} className="flex flex-col gap-3">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">{t('partners.profile')}</h2>
      <DetailList>
        <DetailItem name={t('partners.status')}>
          <LabelBadge {...PARTNER_STATUSES[partner.status]} />
        </DetailItem>
        <DetailItem name={t('partners.email')}>
          <a href={`mailto:${partner.email}`} className="text-accent-text underline">
            {partner.email}
          </a>
        </DetailItem>
        <ApplicationWebsite partnerId={partner.id} />
        <DetailItem name={t('partners.joined')}>{formatInstant(partner.createdAt, timeZone)}</DetailItem>
        <DetailItem name={t('partners.decided')}>
          {partner.decidedAt !== null && formatInstant(partner.decidedAt, timeZone)}
        </DetailItem>
      </DetailList>
      {partner.closedAt !== null && (
        <p className="text-[0.8125rem] text-ink-3">
          {t('partners.closedByPartnerOnClosedAt', { closedAt: formatInstant(partner.closedAt, timeZone) })}
        </p>
      )}
      {(partner.status === 'pending' || partner.status === 'rejected') && (
        <p className="text-[0.8125rem] text-ink-3">{t('partners.theirClicksArentCountedAnd')}</p>
      )}
      {partner.uncountedClicks > 0 && (
        <p className="text-[0.8125rem] text-warn">
          {partner.status === 'pending'
            ? t('partners.uncountedClicksNotCountedSoFar', { uncountedClicks: partner.uncountedClicks })
            : t('partners.uncountedClicksArrivedWhileApprovalWas', {
                uncountedClicks: partner.uncountedClicks,
              })}
        </p>
      )}
    </section>
  )
}
