import type { ConclusionStatus, TimelineItem } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

/** The partner's outcome. */
export const CONCLUSION_STATUSES: Record<ConclusionStatus, LabelView> = {
  paid: { label: t('explain.conclusionStatuses.paid'), tone: 'good' },
  due: { label: t('explain.conclusionStatuses.due'), tone: 'accent' },
  waiting: { label: t('explain.conclusionStatuses.waiting'), tone: 'warn' },
  none: { label: t('explain.conclusionStatuses.none'), tone: 'bad' },
}

export const TIMELINE_TYPES: Record<TimelineItem['type'], { label: string }> = {
  click: { label: t('explain.timelineTypes.click') },
  lead: { label: t('explain.timelineTypes.lead') },
  lead_settled: { label: t('explain.timelineTypes.leadSettled') },
  attributed: { label: t('explain.timelineTypes.attributed') },
  claim_approved: { label: t('explain.timelineTypes.claimApproved') },
  sale: { label: t('explain.timelineTypes.sale') },
  rejected_request: { label: t('explain.timelineTypes.rejectedRequest') },
  refund: { label: t('explain.timelineTypes.refund') },
  failed_refund: { label: t('explain.timelineTypes.failedRefund') },
  refund_undone: { label: t('explain.timelineTypes.refundUndone') },
  dispute: { label: t('explain.timelineTypes.dispute') },
  dispute_won: { label: t('explain.timelineTypes.disputeWon') },
  commission: { label: t('explain.timelineTypes.commission') },
  commission_change: { label: t('explain.timelineTypes.commissionChange') },
  payout_made: { label: t('explain.timelineTypes.payoutMade') },
  payout_paid: { label: t('explain.timelineTypes.payoutPaid') },
  payout_canceled: { label: t('explain.timelineTypes.payoutCanceled') },
  payment: { label: t('explain.timelineTypes.payment') },
}
