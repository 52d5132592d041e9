import type { Currency } from '../../core/money/currency.ts'
import type { PayoutDetails } from '../payout-details/payout-details.ts'

/** Files that a payer's bank or account takes as they are. */
export const PAYMENT_FILES = ['paypal', 'wise', 'sepa'] as const
export type PaymentFile = (typeof PAYMENT_FILES)[number]

/** Why a payout is not in a file. */
export const PAYMENT_FILE_SKIPS = [
  'paid',
  'cancelled',
  'waits',
  'no_details',
  'details_unreadable',
  'other_method',
  'other_currency',
  'amount_not_taken',
  'account_not_reached',
  'name_not_writable',
] as const
export type PaymentFileSkip = (typeof PAYMENT_FILE_SKIPS)[number]

/** What was frozen of a payout; its amount in digits. */
export interface FrozenPayout {
  id: number
  currency: Currency
  amount_cents: string
  /** Null: there were none when it was made. */
  details: PayoutDetails | 'unreadable' | null
}

/** A payout that fits. */
export interface FilePayout extends FrozenPayout {
  details: PayoutDetails
}
