import type { PaymentFileFormat, PaymentFileSkip, TargetClosing } from '../../api/types.ts'

/** Files that pay a batch; `of` is the one currency that a file takes. */
export const PAYMENT_FILES: readonly {
  format: PaymentFileFormat
  label: string
  hint: string
  of?: string
}[] = [
  { format: 'sepa', label: 'SEPA', hint: 'A credit transfer for your bank (pain.001).', of: 'EUR' },
  { format: 'paypal', label: 'PayPal', hint: 'A mass payment.' },
  { format: 'wise', label: 'Wise', hint: 'A batch of payments to addresses.' },
]

/** Why a payout is not in a file. */
export const SKIPS: Record<PaymentFileSkip, string> = {
  paid: 'paid already',
  cancelled: 'cancelled',
  waits: 'its partner is not paid out',
  no_details: 'made before the partner had payout details',
  details_unreadable: 'payout details sealed under another APP_SECRET',
  other_method: 'the partner is paid in another way',
  other_currency: 'another currency',
  amount_not_taken: 'an amount that such a file does not carry',
  account_not_reached: 'the bank takes no SEPA transfers',
  name_not_writable: 'a name that banks of SEPA cannot write',
}

/** Why banks settle no SEPA payments on a day, after "is". */
export const CLOSINGS: Record<TargetClosing, string> = {
  weekend: 'a weekend day',
  new_years_day: 'New Year’s Day, a TARGET holiday',
  good_friday: 'Good Friday, a TARGET holiday',
  easter_monday: 'Easter Monday, a TARGET holiday',
  labour_day: '1 May, a TARGET holiday',
  christmas_day: 'Christmas Day, a TARGET holiday',
  day_after_christmas: '26 December, a TARGET holiday',
}
