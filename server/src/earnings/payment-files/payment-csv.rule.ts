import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import { csvLine } from '../../core/text/csv.rule.ts'
import type { PayoutAccount } from '../payout-details/payout-details.ts'
import { paypalAmount } from './payment-file.rule.ts'
import type { FilePayout } from './payment-file.ts'

/**
 * PayPal's file of a mass payment: recipient, amount, currency, id, note; without a header, because one is taken for a
 * recipient, and without a byte order mark, which would be part of the first address.
 */
export function* paypalFile(payouts: readonly FilePayout[]): Generator<void, string> {
  let file = ''
  for (const { id, currency, amount_cents, details } of payouts) {
    yield
    const amount = paypalAmount(decimalAmount(amount_cents, currency), currency)
    file += csvLine([emailOf(details.account), { digits: amount }, currency, `payout-${id}`, `Payout ${id}`])
  }
  return file
}

const WISE_COLUMNS = [
  'name',
  'recipientEmail',
  'paymentReference',
  'receiverType',
  'amountCurrency',
  'amount',
  'sourceCurrency',
  'targetCurrency',
]

/**
 * Wise's file of payments to addresses. The recipient gets the exact amount (`target`), in the currency that it is paid
 * from; the reference is short, because some of the banks behind Wise take ten characters.
 */
export function* wiseFile(payouts: readonly FilePayout[]): Generator<void, string> {
  let file = csvLine(WISE_COLUMNS)
  for (const { id, currency, amount_cents, details } of payouts) {
    yield
    file += csvLine([
      neverFormula(details.legal_name),
      emailOf(details.account),
      `P${id}`,
      details.payee_kind === 'company' ? 'INSTITUTION' : 'PERSON',
      'target',
      { digits: decimalAmount(amount_cents, currency) },
      currency,
      currency,
    ])
  }
  return file
}

/**
 * A name that no spreadsheet runs, without the apostrophe of the guard, which a payer would take for a part of the name:
 * it loses what a formula begins with, and the signs after which one may begin.
 */
export function neverFormula(name: string): string {
  return name
    .replace(/[;\t\r\n]+/g, ' ')
    .replace(/^[\s=+\-@＝＋－＠]+/, '')
    .trim()
}

/** Never guarded: one that begins like a formula is refused when it is entered (`payoutEmailFault`). */
function emailOf(account: PayoutAccount): string {
  if (account.method !== 'paypal' && account.method !== 'wise') throw new Error('the account has no address')
  return account.email
}
