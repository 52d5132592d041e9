import { useState } from 'react'
import type { Partner } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useCan, useProgram } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { ApplicationWebsite } from './partner-application.tsx'
import { PARTNER_STATUSES } from './partner-labels.ts'
import { useDecidePartner } from './use-decide-partner.ts'

/** The partner's contact details and status in the program. */
export function PartnerProfile({ partner }: { partner: Partner }) {
  const { timeZone } = useProgram()
  return (
    <section aria-label={t('partners.profile')} className="flex flex-col gap-3">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">{t('partners.profile')}</h2>
      <Facts>
        <Fact name={t('partners.status')}>
          <LabelBadge {...PARTNER_STATUSES[partner.status]} />
        </Fact>
        <Fact name={t('partners.email')}>
          <a href={`mailto:${partner.email}`} className="text-accent-text underline">
            {partner.email}
          </a>
        </Fact>
        <ApplicationWebsite partnerId={partner.id} />
        <Fact name={t('partners.joined')}>{formatInstant(partner.createdAt, timeZone)}</Fact>
        <Fact name={t('partners.decided')}>
          {partner.decidedAt !== null && formatInstant(partner.decidedAt, timeZone)}
        </Fact>
      </Facts>
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

/** Approves or rejects the partner; the decision can be changed later. */
export function PartnerDecision({ partner }: { partner: Partner }) {
  const canManage = useCan()('partner:manage')
  const decide = useDecidePartner()
  const { showError } = useToasts()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  // Only partners can close their account, and it can't be reopened.
  if (!canManage || partner.status === 'closed') return null
  return (
    <>
      {partner.status !== 'approved' && (
        <Button
          look="primary"
          isBusy={decide.isPending && decide.variables.decision === 'approve'}
          onClick={() => decide.mutate({ partner, decision: 'approve' }, { onError: showError })}
        >
          {t('partners.approve')}
        </Button>
      )}
      {partner.status !== 'rejected' && (
        <Button onClick={() => setIsDialogOpen(true)}>{t('partners.reject')}</Button>
      )}
      {isDialogOpen && (
        <ConfirmDialog
          title={t('partners.rejectName', { name: partner.name })}
          action={t('partners.rejectPartner')}
          onConfirm={() => decide.mutateAsync({ partner, decision: 'reject' })}
          onClose={() => setIsDialogOpen(false)}
        >
          {partner.status === 'approved'
            ? t('partners.theirClicksWontBeCounted')
            : t('partners.anyPendingApplicationIsAlso')}
        </ConfirmDialog>
      )}
    </>
  )
}
