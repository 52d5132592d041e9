import type { LeftOutReason, NextPayout, PayoutBlocker } from '../../api/types.ts'
import { formatDay, formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import type { LabelView } from '../../ui/badge.tsx'

/** Why nothing is paid to a partner, and what ends it. */
export const PAYOUT_BLOCKERS: Record<PayoutBlocker, LabelView & { ends: string }> = {
  partner_pending: { label: 'Waits: not approved', tone: 'warn', ends: 'Approve the partner first.' },
  partner_rejected: {
    label: 'Waits: rejected',
    tone: 'warn',
    ends: 'Cancel the payout, or approve the partner again.',
  },
  partner_held: {
    label: 'Waits: held',
    tone: 'warn',
    ends: 'Release the partner’s payouts first, or cancel this one.',
  },
}

/** Why a batch leaves a balance out. */
export const LEFT_OUT: Record<LeftOutReason, string> = {
  partner_pending: PAYOUT_BLOCKERS.partner_pending.label,
  partner_rejected: PAYOUT_BLOCKERS.partner_rejected.label,
  partner_held: PAYOUT_BLOCKERS.partner_held.label,
  details_missing: 'Waits: no payout details',
  below_minimum: 'Waits: below the minimum',
}

/** What a partner's next payout waits for, in a few words to the team. */
export function labelOfWait(
  { reason, until, day, missingCents = 0 }: NextPayout['waits'][number],
  { currency, timeZone }: { currency: NextPayout['currency']; timeZone: string },
): string {
  const missing = formatMoney(missingCents, currency)
  const at = until === undefined ? undefined : formatInstant(until, timeZone)
  switch (reason) {
    case 'partner_pending':
      return 'not approved yet'
    case 'partner_rejected':
      return 'rejected'
    case 'partner_held':
      return 'payouts are held'
    case 'details_missing':
      return 'has not said how to be paid'
    case 'below_minimum':
      return `${missing} short of the minimum`
    case 'reversed':
      return `${missing} was taken back after it was paid`
    case 'nothing_owed':
      return 'nothing is owed'
    case 'payout_open':
      return 'in a payout that is to be paid'
    case 'on_hold':
      return at === undefined ? 'what is pending is due now' : `the next of what is pending is due ${at}`
    case 'waits_for_review':
      return 'commissions wait for approval'
    case 'details_change':
      return `a change of the payout details is used from ${at}`
    case 'pay_day':
      return `payouts are made on ${formatDay(day ?? '', 'long')}`
    case 'by_hand':
      return 'payouts are made by hand'
  }
}
