import type { PayoutMethod, PayoutStatus } from '../../core/enums.ts'
import { type Currency, DECIMALS } from '../../core/money/currency.ts'
import { isSepaIban } from '../payout-details/bank-account.rule.ts'
import type { PayoutAccount } from '../payout-details/payout-details.ts'
import { hasSepaText, sepaText } from '../payout-details/sepa-text.rule.ts'
import type { FilePayout, FrozenPayout, PaymentFile, PaymentFileSkip } from './payment-file.ts'

/** Each format's payout method and row limit. */
const FORMAT_RULES: Record<PaymentFile, { method: PayoutMethod; rows: number }> = {
  paypal: { method: 'paypal', rows: 5_000 },
  wise: { method: 'wise', rows: 1_000 },
  sepa: { method: 'bank_iban', rows: 5_000 },
}

/** Currencies PayPal can pay out. */
const PAYPAL_CURRENCIES = new Set(
  'AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' '),
)
/** Currencies in which PayPal accepts only whole units although they have minor units. */
const PAYPAL_WHOLE_UNITS = new Set(['HUF', 'TWD'])
/** 999,999,999.99, the maximum for a SEPA credit transfer. */
const MAX_SEPA_CENTS = 99_999_999_999n
export const SEPA_NAME_CHARS = 70

/** A payout with its state when the file is created. */
export interface BatchPayout extends FrozenPayout {
  status: PayoutStatus
  is_blocked: boolean
}

export interface ChosenPayouts<Payout> {
  payable: (Payout & FilePayout)[]
  /** The skipped payouts of the whole batch, not only of the requested part. */
  skipped: { payout: Payout; reason: PaymentFileSkip }[]
  parts: number
}

/**
 * Selects the payouts in one part of a file. The assignment of payouts to parts is fixed: paying some of them or
 * changing payout details never moves a payout to another part, so no payout can be in two uploaded parts. Payouts that
 * don't fit the format or can't be paid now are skipped after the split. Yields between payouts.
 * @param payouts all payouts of the batch, ordered by ID
 * @param part starts at 1
 */
export function* choosePayouts<Payout extends BatchPayout>(
  payouts: readonly Payout[],
  { format, currency, part }: { format: PaymentFile; currency: Currency; part: number },
): Generator<void, ChosenPayouts<Payout>> {
  const selection: ChosenPayouts<Payout> = { payable: [], skipped: [], parts: 1 }
  const { rows } = FORMAT_RULES[format]
  let currencyCount = 0
  for (const payout of payouts) {
    yield
    const payoutPart = Math.floor(currencyCount / rows) + 1
    if (payout.currency === currency) currencyCount++
    const detailsOrSkip = payableOrSkip(payout, format, currency)
    if (typeof detailsOrSkip === 'string') {
      selection.skipped.push({ payout, reason: detailsOrSkip })
      continue
    }
    const reason = skipReason(payout)
    if (reason !== null) selection.skipped.push({ payout, reason })
    else if (payoutPart === part) selection.payable.push({ ...payout, ...detailsOrSkip })
  }
  selection.parts = Math.max(1, Math.ceil(currencyCount / rows))
  return selection
}

function skipReason({ status, is_blocked }: BatchPayout): PaymentFileSkip | null {
  if (status !== 'open') return status
  return is_blocked ? 'payee_blocked' : null
}

/** Returns the payout with its details, or the reason it can't be in a file of this format. */
function payableOrSkip(
  payout: FrozenPayout,
  format: PaymentFile,
  currency: Currency,
): Pick<FilePayout, 'details'> | PaymentFileSkip {
  if (payout.currency !== currency) return 'other_currency'
  const { details } = payout
  if (details === null) return 'no_details'
  if (details === 'unreadable') return 'unreadable_details'
  if (details.account.method !== FORMAT_RULES[format].method) return 'other_method'
  const fault = formatFault(format, payout, details.account)
  if (fault !== null) return fault
  if (format === 'sepa' && !hasSepaText(sepaText(details.legal_name, SEPA_NAME_CHARS)))
    return 'unsupported_name'
  return { details }
}

function formatFault(
  format: PaymentFile,
  { currency, amount_cents }: FrozenPayout,
  account: PayoutAccount,
): PaymentFileSkip | null {
  switch (format) {
    case 'paypal':
      return isAcceptedByPayPal(currency, amount_cents) ? null : 'unsupported_amount'
    case 'sepa':
      if (currency !== 'EUR' || BigInt(amount_cents) > MAX_SEPA_CENTS) return 'unsupported_amount'
      return account.method === 'bank_iban' && isSepaIban(account.iban) ? null : 'unsupported_account'
    case 'wise':
      return null
  }
}

function isAcceptedByPayPal(currency: Currency, amount_cents: string): boolean {
  if (!PAYPAL_CURRENCIES.has(currency)) return false
  return !PAYPAL_WHOLE_UNITS.has(currency) || BigInt(amount_cents) % 10n ** BigInt(DECIMALS[currency]) === 0n
}

/** Returns whether the format supports the currency. */
export function supportsCurrency(format: PaymentFile, currency: Currency): boolean {
  if (format === 'sepa') return currency === 'EUR'
  return format === 'wise' || PAYPAL_CURRENCIES.has(currency)
}

/** Returns the exact total. */
export function sumAmounts(payouts: readonly Pick<FrozenPayout, 'amount_cents'>[]): bigint {
  return payouts.reduce((sum, { amount_cents }) => sum + BigInt(amount_cents), 0n)
}

/** Returns an amount in PayPal's format, which has no decimal point for some currencies. */
export function paypalAmount(decimal: string, currency: Currency): string {
  return PAYPAL_WHOLE_UNITS.has(currency) ? decimal.replace(/\.0+$/, '') : decimal
}
