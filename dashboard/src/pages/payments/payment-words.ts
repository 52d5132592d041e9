import type { PaymentStatus, UnattributedPayment } from '../../api/types.ts'

/** What became of a payment that found no buyer. */
export const PAYMENT_STATUSES: Record<PaymentStatus, { label: string }> = {
  unattributed: { label: 'Open' },
  attributed: { label: 'Attributed' },
  dismissed: { label: 'Dismissed' },
}

/** Why a payment found no buyer: for a table, and for people who want to know more. */
export const REASONS: Record<UnattributedPayment['reason'], { short: string; long: string }> = {
  no_customer: {
    short: 'Buyer unknown',
    long: 'No customer of this program has the click, the key, the e-mail or the processor’s customer id of this payment.',
  },
  window_expired: {
    short: 'Click too old',
    long: 'The click of this customer is older than the attribution window.',
  },
  unsupported_currency: {
    short: 'Currency',
    long: 'A sale is in USD, EUR or VND, so this payment cannot become one.',
  },
  partner_not_approved: {
    short: 'Partner not approved',
    long: 'The partner of this customer is not approved. Approve the partner, then attribute the payment.',
  },
  closed_to_new_referrals: {
    short: 'No new referrals',
    long: 'The program was closed to new referrals, and the click of this payment led to nobody yet.',
  },
  program_inactive: { short: 'Program paused', long: 'The program was not active when the payment arrived.' },
}
