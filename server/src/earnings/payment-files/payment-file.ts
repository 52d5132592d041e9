import type { Currency } from '../../core/money/currency.ts'
import type { PayoutDetails } from '../payout-details/payout-details.ts'

/** File formats that banks and payment accounts accept. */
export const PAYMENT_FILES = ['paypal', 'wise', 'sepa'] as const
export type PaymentFile = (typeof PAYMENT_FILES)[number]

/** The reason a payout is skipped in a file. */
export const PAYMENT_FILE_SKIPS = [
  'paid',
  'canceled',
  'payee_blocked',
  'no_details',
  'unreadable_details',
  'other_method',
  'other_currency',
  'unsupported_amount',
  'unsupported_account',
  'unsupported_name',
] as const
export type PaymentFileSkip = (typeof PAYMENT_FILE_SKIPS)[number]

/** A payout with its details. Its amount is a string. */
export interface FrozenPayout {
  id: number
  currency: Currency
  amount_cents: string
  /** The details currently in effect; null if the partner has none. */
  details: PayoutDetails | 'unreadable' | null
}

/** A payout that can be in the file. */
export interface FilePayout extends FrozenPayout {
  details: PayoutDetails
}
