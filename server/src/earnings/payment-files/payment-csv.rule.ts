import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import { csvLine } from '../../core/text/csv.rule.ts'
import type { PayoutAccount } from '../payout-details/payout-details.ts'
import { paypalAmount } from './payment-file.rule.ts'
import type { FilePayout } from './payment-file.ts'

/**
 * Renders a PayPal mass payment file: recipient, amount, currency, ID, note. It has no header, because PayPal would
 * read it as a recipient, and no byte order mark, because it would become part of the first address.
 */
export function* paypalFile(payouts: readonly FilePayout[]): Generator<void, string> {
  let file = ''
  for (const { id, currency, amount_cents, details } of payouts) {
    yield
    const amount = paypalAmount(decimalAmount(amount_cents, currency), currency)
    file += csvLine([getEmail(details.account), { digits: amount }, currency, `payout-${id}`, `Payout ${id}`])
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
 * Renders a Wise batch file that pays by email address. The recipient gets the exact amount (`target`) in the source
 * currency. References are short, because some banks behind Wise accept only ten characters.
 */
export function* wiseFile(payouts: readonly FilePayout[]): Generator<void, string> {
  let file = csvLine(WISE_COLUMNS)
  for (const { id, currency, amount_cents, details } of payouts) {
    yield
    file += csvLine([
      stripFormula(details.legal_name),
      getEmail(details.account),
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
 * Strips leading characters that a spreadsheet could run as a formula. Unlike the usual apostrophe prefix, this adds
 * nothing that the payer would read as part of the name.
 */
export function stripFormula(name: string): string {
  return name
    .replace(/[;\t\r\n]+/g, ' ')
    .replace(/^[\s=+\-@\uff1d\uff0b\uff0d\uff20]+/, '')
    .trim()
}

/**
 * Returns an account's email. It is returned unchanged, because an address that starts like a formula is rejected on
 * entry.
 */
function getEmail(account: PayoutAccount): string {
  if (account.method !== 'paypal' && account.method !== 'wise') throw new Error('the account has no email')
  return account.email
}
