import type { PaymentFileFormat, PaymentFileSkip, TargetClosing } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** Payment file formats; `of` is the format's only currency. */
export const PAYMENT_FILES: readonly {
  format: PaymentFileFormat
  label: string
  hint: string
  of?: string
}[] = [
  { format: 'sepa', label: t('payouts.sepa'), hint: t('payouts.aSEPACreditTransferFile'), of: 'EUR' },
  { format: 'paypal', label: t('payouts.payPal'), hint: t('payouts.aPayPalMassPaymentFile') },
  { format: 'wise', label: t('payouts.wise'), hint: t('payouts.aWiseBatchPaymentFile') },
]

/** Why a payout isn't in the file. */
export const SKIPS: Record<PaymentFileSkip, string> = {
  paid: t('payouts.skips.paid'),
  canceled: 'canceled',
  payee_blocked: t('payouts.skips.payeeBlocked'),
  no_details: t('payouts.skips.noDetails'),
  unreadable_details: t('payouts.skips.detailsUnreadable'),
  other_method: t('payouts.skips.otherMethod'),
  other_currency: t('payouts.skips.otherCurrency'),
  unsupported_amount: t('payouts.skips.amountNotTaken'),
  unsupported_account: t('payouts.skips.accountNotReached'),
  unsupported_name: t('payouts.skips.nameNotWritable'),
}

/** Why banks settle no SEPA payments on a day; follows "is". */
export const CLOSINGS: Record<TargetClosing, string> = {
  weekend: t('payouts.closings.weekend'),
  new_years_day: t('payouts.closings.newYearsDay'),
  good_friday: t('payouts.closings.goodFriday'),
  easter_monday: t('payouts.closings.easterMonday'),
  labour_day: t('payouts.closings.labourDay'),
  christmas_day: t('payouts.closings.christmasDay'),
  day_after_christmas: t('payouts.closings.dayAfterChristmas'),
}
