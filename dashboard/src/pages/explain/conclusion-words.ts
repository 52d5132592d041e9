import type { ConclusionStatus, TimelineItem } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

/** The partner's outcome. */
export const STANDINGS: Record<ConclusionStatus, LabelView> = {
  paid: { label: t('explain.standings.paid'), tone: 'good' },
  due: { label: t('explain.standings.due'), tone: 'accent' },
  waits: { label: t('explain.standings.waits'), tone: 'warn' },
  nothing: { label: t('explain.standings.nothing'), tone: 'bad' },
}

export const STORY_TYPES: Record<TimelineItem['type'], { label: string }> = {
  click: { label: t('explain.storyTypes.click') },
  lead: { label: t('explain.storyTypes.lead') },
  lead_settled: { label: t('explain.storyTypes.leadSettled') },
  attributed: { label: t('explain.storyTypes.attributed') },
  claim_accepted: { label: t('explain.storyTypes.claimAccepted') },
  sale: { label: t('explain.storyTypes.sale') },
  rejected_request: { label: t('explain.storyTypes.rejectedRequest') },
  refund: { label: t('explain.storyTypes.refund') },
  failed_refund: { label: t('explain.storyTypes.failedRefund') },
  dispute: { label: t('explain.storyTypes.dispute') },
  dispute_won: { label: t('explain.storyTypes.disputeWon') },
  commission: { label: t('explain.storyTypes.commission') },
  commission_change: { label: t('explain.storyTypes.commissionChange') },
  payout_made: { label: t('explain.storyTypes.payoutMade') },
  payout_paid: { label: t('explain.storyTypes.payoutPaid') },
  payout_cancelled: { label: t('explain.storyTypes.payoutCancelled') },
  payment: { label: t('explain.storyTypes.payment') },
}
