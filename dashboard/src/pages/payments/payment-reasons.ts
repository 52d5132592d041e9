import type { EventForReview, UnattributedPayment } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'

/** Why a payment has no customer: a short form for tables, and an explanation. */
export const REASONS: Record<UnattributedPayment['reason'], { short: string; long: string }> = {
  no_customer: {
    short: t('payments.reasons.noCustomer.short'),
    long: t('payments.reasons.noCustomer.long'),
  },
  window_expired: {
    short: t('payments.reasons.windowExpired.short'),
    long: t('payments.reasons.windowExpired.long'),
  },
  unsupported_currency: {
    short: t('payments.reasons.unsupportedCurrency.short'),
    long: t('payments.reasons.unsupportedCurrency.long', { currencies: listWithOr(CURRENCIES) }),
  },
  partner_not_approved: {
    short: t('payments.reasons.partnerNotApproved.short'),
    long: t('payments.reasons.partnerNotApproved.long'),
  },
  closed_to_new_referrals: {
    short: t('payments.reasons.closedToNewReferrals.short'),
    long: t('payments.reasons.closedToNewReferrals.long'),
  },
  program_inactive: {
    short: t('payments.reasons.programInactive.short'),
    long: t('payments.reasons.programInactive.long'),
  },
}

/** Formats `USD, EUR or VND`. */
function listWithOr(items: readonly string[]): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].filter((part) => part !== '').join(' or ')
}

/** Returns whether sales support the payment's currency. It may have been added since the payment arrived. */
export function isSupportedCurrency({ currency }: Pick<UnattributedPayment, 'currency'>): boolean {
  return CURRENCIES.includes(currency)
}

/** Returns the reason the payment has no customer, given the currencies supported now. */
export function describePaymentReason(payment: Pick<UnattributedPayment, 'reason' | 'currency'>): string {
  return payment.reason === 'unsupported_currency' && isSupportedCurrency(payment)
    ? t('payments.salesInCurrencyWerentSupported', { currency: payment.currency })
    : REASONS[payment.reason].long
}

/** Why a processor event needs a review, and what to do about it. */
export const REVIEW_REASONS: Record<EventForReview['reason'], { short: string; why: string; what: string }> =
  {
    unreadable: {
      short: t('payments.reviewReasons.unreadable.short'),
      why: t('payments.reviewReasons.unreadable.why'),
      what: t('payments.reviewReasons.unreadable.what'),
    },
    currency_differs: {
      short: t('payments.reviewReasons.currencyDiffers.short'),
      why: t('payments.reviewReasons.currencyDiffers.why'),
      what: t('payments.reviewReasons.currencyDiffers.what'),
    },
    amount_differs: {
      short: t('payments.reviewReasons.amountDiffers.short'),
      why: t('payments.reviewReasons.amountDiffers.why'),
      what: t('payments.reviewReasons.amountDiffers.what'),
    },
    another_program: {
      short: t('payments.reviewReasons.anotherProgram.short'),
      why: t('payments.reviewReasons.anotherProgram.why'),
      what: t('payments.reviewReasons.anotherProgram.what'),
    },
    possible_duplicate_refund: {
      short: t('payments.reviewReasons.possibleDuplicateRefund.short'),
      why: t('payments.reviewReasons.possibleDuplicateRefund.why'),
      what: t('payments.reviewReasons.possibleDuplicateRefund.what'),
    },
  }
