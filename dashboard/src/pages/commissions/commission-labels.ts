import type { Commission, CommissionStatus, HoldReason } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const COMMISSION_STATUSES: Record<CommissionStatus, LabelView> = {
  pending: { label: t('commissions.commissionStatuses.pending'), tone: 'warn' },
  approved: { label: t('commissions.commissionStatuses.approved'), tone: 'accent' },
  paid: { label: t('commissions.commissionStatuses.paid'), tone: 'good' },
  reversed: { label: t('commissions.commissionStatuses.reversed'), tone: 'bad' },
}

/** What the totals of each status include. */
export const COMMISSION_TOTALS: Record<CommissionStatus, string> = {
  pending: t('commissions.totals.pending'),
  approved: t('commissions.totals.approved'),
  paid: t('commissions.totals.paid'),
  reversed: t('commissions.totals.reversed'),
}

/** Why a commission is held beyond its hold period, as a filter label and as an explanation. */
export const HOLD_REASONS: Record<HoldReason, { label: string; why: string }> = {
  payment_link_missing: {
    label: t('commissions.holdReasons.paymentLinkMissing'),
    why: t('commissions.holdReasons.paymentLinkMissing.why'),
  },
  possible_duplicate: {
    label: t('commissions.holdReasons.possibleDuplicate'),
    why: t('commissions.holdReasons.possibleDuplicate.why'),
  },
}

export const COMMISSION_KINDS: Record<Commission['kind'], { label: string }> = {
  sale: { label: t('commissions.commissionKinds.sale') },
  lead: { label: t('commissions.commissionKinds.lead') },
}
