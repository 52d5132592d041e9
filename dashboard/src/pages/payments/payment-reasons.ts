import type { EventForReview, UnattributedPayment } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'

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
    long: `A sale is in ${oneOf(CURRENCIES)}, so this payment cannot become one.`,
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

/** `USD, EUR or VND` */
function oneOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ')
}

/** Whether a sale can be in the currency of a payment: the list may have grown since it arrived. */
export function isCurrencyTaken({ currency }: Pick<UnattributedPayment, 'currency'>): boolean {
  return CURRENCIES.includes(currency)
}

/** Why this payment found no buyer, as things are now. */
export function reasonOf(payment: Pick<UnattributedPayment, 'reason' | 'currency'>): string {
  return payment.reason === 'unsupported_currency' && isCurrencyTaken(payment)
    ? `A sale could not be in ${payment.currency} when this payment arrived; now it can. Attribute it by hand.`
    : REASONS[payment.reason].long
}

/** Why an event of the processor was kept, and what to do about it. */
export const REVIEW_REASONS: Record<EventForReview['reason'], { short: string; why: string; what: string }> =
  {
    unreadable: {
      short: 'Not readable',
      why: 'The event lacks what it must say, so no sale and no refund was made of it.',
      what: 'Look it up by its id in the Stripe dashboard. When it is a sale of a partner, report it from your server; when it is a refund, record it by hand at its sale.',
    },
    currency_differs: {
      short: 'Other currency',
      why: 'A refund or dispute in another currency than its sale, and nothing said what the payment was in all.',
      what: 'It is applied by itself once Stripe tells of the charge. Otherwise record the refund by hand at its sale.',
    },
    amount_differs: {
      short: 'Other amount',
      why: 'The customer paid another amount than the sale, whose commission is in a payout or whose fee is invoiced; or the sale was made in another currency.',
      what: 'Refund the difference by hand at its sale.',
    },
    another_program: {
      short: 'Other program',
      why: 'It belongs to the program that had this Stripe account when it happened.',
      what: 'Nothing here. When that program should count it, record it there.',
    },
  }
