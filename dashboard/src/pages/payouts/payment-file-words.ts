import type { PaymentFileFormat, PaymentFileSkip } from '../../api/types.ts'

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
