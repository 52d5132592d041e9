import { formatDay, formatInstant } from '../format/date.ts'
import { formatMoney } from '../format/money.ts'
import { t } from '../messages/portal-text.ts'
import type { Tone } from '../ui/badge.tsx'
import type { NextPayout, PortalPayoutDetails } from './queries.ts'

export const METHODS: Record<PortalPayoutDetails['method'], { label: string; hint: string }> = {
  bank_iban: { label: t('payoutLabels.methods.bankIban'), hint: t('payoutLabels.methods.bankIban.hint') },
  bank_account: {
    label: t('payoutLabels.methods.bankAccount'),
    hint: t('payoutLabels.methods.bankAccount.hint'),
  },
  paypal: { label: t('payoutLabels.methods.paypal'), hint: t('payoutLabels.methods.paypal.hint') },
  wise: { label: t('payoutLabels.methods.wise'), hint: t('payoutLabels.methods.wise.hint') },
  other: { label: t('payoutLabels.methods.other'), hint: t('payoutLabels.methods.other.hint') },
}

export const DETAILS_STATES: Record<PortalPayoutDetails['state'], { label: string; tone: Tone }> = {
  in_use: { label: t('payoutLabels.detailsStates.inUse'), tone: 'good' },
  waiting: { label: t('payoutLabels.detailsStates.waiting'), tone: 'warn' },
  former: { label: t('payoutLabels.detailsStates.former'), tone: 'neutral' },
  withdrawn: { label: t('payoutLabels.detailsStates.withdrawn'), tone: 'neutral' },
}

type Wait = NextPayout['blockers'][number]

/** Describes to the partner what the next payout is waiting for. */
export function payoutWaitText(
  { reason, until, day, missingCents = 0 }: Wait,
  { currency, timeZone }: { currency: NextPayout['currency']; timeZone: string },
): string {
  const missingAmount = formatMoney(missingCents, currency)
  const at = until === undefined ? undefined : formatInstant(until, timeZone)
  switch (reason) {
    case 'partner_pending':
      return t('payoutLabels.waits.partnerPending')
    case 'partner_rejected':
      return t('payoutLabels.waits.partnerRejected')
    case 'partner_held':
      return t('payoutLabels.waits.partnerHeld')
    case 'details_missing':
      return t('payoutLabels.waits.detailsMissing')
    case 'below_minimum':
      return t('payoutLabels.waits.belowMinimum', { missing: missingAmount })
    case 'reversed':
      return t('payoutLabels.waits.reversed', { missing: missingAmount })
    case 'nothing_owed':
      return t('payoutLabels.waits.nothingOwed')
    case 'payout_open':
      return t('payoutLabels.waits.payoutOpen')
    case 'on_hold':
      return at === undefined
        ? t('payoutLabels.commissionsOnHoldAreDue')
        : t('payoutLabels.theNextCommissionOnHold', { at })
    case 'awaiting_review':
      return t('payoutLabels.waits.awaitingReview')
    case 'details_change':
      return t('payoutLabels.waits.detailsChange', { at })
    case 'pay_day':
      return t('payoutLabels.waits.payDay', { day: formatDay(day ?? '', 'long') })
    case 'by_hand':
      return t('payoutLabels.waits.byHand')
  }
}
