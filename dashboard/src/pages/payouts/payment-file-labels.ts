import type { PaymentFileFormat, PaymentFileSkip, TargetClosing } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** PayPal has accounts in these currencies. The service rejects files in others. */
const PAYPAL_CURRENCIES =
  'AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')

/** Payment file formats; `of` lists the currencies that the format supports, if not all. */
export const PAYMENT_FILES: readonly {
  format: PaymentFileFormat
  label: string
  hint: string
  /** Where the file is uploaded. */
  place: string
  of?: readonly string[]
}[] = [
  {
    format: 'sepa',
    label: t('payouts.sepa'),
    hint: t('payouts.aSEPACreditTransferFile'),
    place: t('payouts.yourBank'),
    of: ['EUR'],
  },
  {
    format: 'paypal',
    label: t('payouts.payPal'),
    hint: t('payouts.aPayPalMassPaymentFile'),
    place: t('payouts.payPal'),
    of: PAYPAL_CURRENCIES,
  },
  {
    format: 'wise',
    label: t('payouts.wise'),
    hint: t('payouts.aWiseBatchPaymentFile'),
    place: t('payouts.wise'),
  },
]

/** Returns the formats that support a currency. */
export const paymentFormats = (currency: string) =>
  PAYMENT_FILES.filter(({ of }) => of === undefined || of.includes(currency))

/** Why a payout isn't in the file. */
export const SKIPS: Record<PaymentFileSkip, string> = {
  paid: t('payouts.skips.paid'),
  canceled: t('payouts.skips.canceled'),
  payee_blocked: t('payouts.skips.payeeBlocked'),
  no_details: t('payouts.skips.noDetails'),
  unreadable_details: t('payouts.skips.detailsUnreadable'),
  other_method: t('payouts.skips.otherMethod'),
  other_currency: t('payouts.skips.otherCurrency'),
  unsupported_amount: t('payouts.skips.amountNotTaken'),
  unsupported_account: t('payouts.skips.accountNotReached'),
  unsupported_name: t('payouts.skips.nameNotWritable'),
}

/** Why banks don't settle SEPA payments on a given day; follows "is". */
export const CLOSINGS: Record<TargetClosing, string> = {
  weekend: t('payouts.closings.weekend'),
  new_years_day: t('payouts.closings.newYearsDay'),
  good_friday: t('payouts.closings.goodFriday'),
  easter_monday: t('payouts.closings.easterMonday'),
  labour_day: t('payouts.closings.labourDay'),
  christmas_day: t('payouts.closings.christmasDay'),
  day_after_christmas: t('payouts.closings.dayAfterChristmas'),
}
