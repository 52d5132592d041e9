import { formatDay, formatInstant } from '../format/date.ts'
import { formatMoney } from '../format/money.ts'
import { t } from '../messages/portal-text.ts'
import type { Tone } from '../ui/badge.tsx'
import type { NextPayout, OwnPayoutDetails } from './queries.ts'

export const METHODS: Record<OwnPayoutDetails['method'], { label: string; hint: string }> = {
  bank_iban: { label: t('payoutWords.methods.bankIban'), hint: t('payoutWords.methods.bankIban.hint') },
  bank_account: {
    label: t('payoutWords.methods.bankAccount'),
    hint: t('payoutWords.methods.bankAccount.hint'),
  },
  paypal: { label: t('payoutWords.methods.paypal'), hint: t('payoutWords.methods.paypal.hint') },
  wise: { label: t('payoutWords.methods.wise'), hint: t('payoutWords.methods.wise.hint') },
  other: { label: t('payoutWords.methods.other'), hint: t('payoutWords.methods.other.hint') },
}

export const DETAILS_STATES: Record<OwnPayoutDetails['state'], { label: string; tone: Tone }> = {
  in_use: { label: t('payoutWords.detailsStates.inUse'), tone: 'good' },
  waiting: { label: t('payoutWords.detailsStates.waiting'), tone: 'warn' },
  former: { label: t('payoutWords.detailsStates.former'), tone: 'neutral' },
  withdrawn: { label: t('payoutWords.detailsStates.withdrawn'), tone: 'neutral' },
}

type Wait = NextPayout['waits'][number]

/** Describes to the partner what the next payout waits for. */
export function labelOfWait(
  { reason, until, day, missingCents = 0 }: Wait,
  { currency, timeZone }: { currency: NextPayout['currency']; timeZone: string },
): string {
  const missing = formatMoney(missingCents, currency)
  const at = until === undefined ? undefined : formatInstant(until, timeZone)
  switch (reason) {
    case 'partner_pending':
      return t('payoutWords.labelOfWait.partnerPending')
    case 'partner_rejected':
      return t('payoutWords.labelOfWait.partnerRejected')
    case 'partner_held':
      return t('payoutWords.labelOfWait.partnerHeld')
    case 'details_missing':
      return t('payoutWords.labelOfWait.detailsMissing')
    case 'below_minimum':
      return t('payoutWords.labelOfWait.belowMinimum', { missing })
    case 'reversed':
      return t('payoutWords.labelOfWait.reversed', { missing })
    case 'nothing_owed':
      return t('payoutWords.labelOfWait.nothingOwed')
    case 'payout_open':
      return t('payoutWords.labelOfWait.payoutOpen')
    case 'on_hold':
      return at === undefined
        ? t('payoutWords.commissionsOnHoldAreDue')
        : t('payoutWords.theNextCommissionOnHold', { at })
    case 'waits_for_review':
      return t('payoutWords.labelOfWait.waitsForReview')
    case 'details_change':
      return t('payoutWords.labelOfWait.detailsChange', { at })
    case 'pay_day':
      return t('payoutWords.labelOfWait.payDay', { day: formatDay(day ?? '', 'long') })
    case 'by_hand':
      return t('payoutWords.labelOfWait.byHand')
  }
}
