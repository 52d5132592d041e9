import { formatDay, formatInstant } from '../format/date.ts'
import { formatMoney } from '../format/money.ts'
import type { Tone } from '../ui/badge.tsx'
import type { NextPayout, OwnPayoutDetails } from './queries.ts'

export const METHODS: Record<OwnPayoutDetails['method'], { label: string; hint: string }> = {
  bank_iban: { label: 'Bank transfer, by IBAN', hint: 'In most of Europe and in many countries beside it.' },
  bank_account: {
    label: 'Bank transfer, by account and routing number',
    hint: 'A bank account in the United States.',
  },
  paypal: { label: 'PayPal', hint: 'By the e-mail address of your account there.' },
  wise: { label: 'Wise', hint: 'By the e-mail address of your account there.' },
  other: { label: 'Another way', hint: 'Say in a line how; the program pays you by hand.' },
}

export const DETAILS_STATES: Record<OwnPayoutDetails['state'], { label: string; tone: Tone }> = {
  in_use: { label: 'In use', tone: 'good' },
  waiting: { label: 'Waits', tone: 'warn' },
  former: { label: 'Used before', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

type Wait = NextPayout['waits'][number]

/** What the next payout waits for, in a sentence to its partner. */
export function labelOfWait(
  { reason, until, day, missingCents = 0 }: Wait,
  { currency, timeZone }: { currency: NextPayout['currency']; timeZone: string },
): string {
  const missing = formatMoney(missingCents, currency)
  const at = until === undefined ? undefined : formatInstant(until, timeZone)
  switch (reason) {
    case 'partner_pending':
      return 'The program has not approved you yet.'
    case 'partner_rejected':
      return 'The program rejected you: ask it what becomes of the amount.'
    case 'partner_held':
      return 'The program holds your payouts for now: ask it why.'
    case 'details_missing':
      return 'You have not said how you want to be paid, and the program pays nobody before that.'
    case 'below_minimum':
      return `${missing} short of the least that the program pays out.`
    case 'reversed':
      return `${missing} was taken back after it was paid: the next earnings make it up first.`
    case 'nothing_owed':
      return 'Nothing is there to be paid yet.'
    case 'payout_open':
      return 'A payout is made and on its way: see the history.'
    case 'on_hold':
      return at === undefined ? 'What is on hold is due now.' : `The next of what is on hold is due on ${at}.`
    case 'waits_for_review':
      return 'The program has to approve what is on hold.'
    case 'details_change':
      return `Your change of how you are paid is used from ${at} on; a payout before that goes where the last one went.`
    case 'pay_day':
      return `The program makes payouts on ${formatDay(day ?? '', 'long')}.`
    case 'by_hand':
      return 'The program makes payouts by hand, on no fixed day.'
  }
}
