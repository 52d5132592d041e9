import type { NextPayout, PayoutBlocker, PayoutExclusionReason } from '../../api/types.ts'
import { formatDay, formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

/** What blocks a partner's payouts, and what ends it. */
export const PAYOUT_BLOCKERS: Record<PayoutBlocker, LabelView & { ends: string }> = {
  partner_pending: {
    label: t('payouts.payoutBlockers.partnerPending'),
    tone: 'warn',
    ends: t('payouts.payoutBlockers.partnerPending.ends'),
  },
  partner_rejected: {
    label: t('payouts.payoutBlockers.partnerRejected'),
    tone: 'warn',
    ends: t('payouts.payoutBlockers.partnerRejected.ends'),
  },
  partner_held: {
    label: t('payouts.payoutBlockers.partnerHeld'),
    tone: 'warn',
    ends: t('payouts.payoutBlockers.partnerHeld.ends'),
  },
}

/** Why a batch doesn't include a balance. */
export const EXCLUSION_LABELS: Record<PayoutExclusionReason, string> = {
  partner_pending: PAYOUT_BLOCKERS.partner_pending.label,
  partner_rejected: PAYOUT_BLOCKERS.partner_rejected.label,
  partner_held: PAYOUT_BLOCKERS.partner_held.label,
  details_missing: t('payouts.leftOut.detailsMissing'),
  below_minimum: t('payouts.leftOut.belowMinimum'),
}

/** Describes in a few words what a partner's next payout is waiting for. */
export function payoutWaitText(
  { reason, until, day, missingCents = 0 }: NextPayout['blockers'][number],
  { currency, timeZone }: { currency: NextPayout['currency']; timeZone: string },
): string {
  const missingAmount = formatMoney(missingCents, currency)
  const at = until === undefined ? undefined : formatInstant(until, timeZone)
  switch (reason) {
    case 'partner_pending':
      return t('payouts.waits.partnerPending')
    case 'partner_rejected':
      return 'rejected'
    case 'partner_held':
      return t('payouts.waits.partnerHeld')
    case 'details_missing':
      return t('payouts.waits.detailsMissing')
    case 'below_minimum':
      return t('payouts.waits.belowMinimum', { missing: missingAmount })
    case 'reversed':
      return t('payouts.waits.reversed', { missing: missingAmount })
    case 'nothing_owed':
      return t('payouts.waits.nothingOwed')
    case 'payout_open':
      return t('payouts.waits.payoutOpen')
    case 'on_hold':
      return at === undefined
        ? t('payouts.pendingCommissionsAreDueNow')
        : t('payouts.nextPendingCommissionDueAt', { at })
    case 'awaiting_review':
      return t('payouts.waits.awaitingReview')
    case 'details_change':
      return t('payouts.waits.detailsChange', { at })
    case 'pay_day':
      return t('payouts.waits.payDay', { day: formatDay(day ?? '', 'long') })
    case 'by_hand':
      return t('payouts.waits.byHand')
  }
}
