import type { PayoutMethod, PayoutStatus } from '../../core/enums.ts'
import { type Currency, DECIMALS } from '../../core/money/currency.ts'
import { isOfSepa } from '../payout-details/bank-account.rule.ts'
import type { PayoutAccount } from '../payout-details/payout-details.ts'
import { hasSepaText, sepaText } from '../payout-details/sepa-text.rule.ts'
import type { FilePayout, FrozenPayout, PaymentFile, PaymentFileSkip } from './payment-file.ts'

/** What each file takes: accounts of one method, and so many rows. */
const TAKES: Record<PaymentFile, { method: PayoutMethod; rows: number }> = {
  paypal: { method: 'paypal', rows: 5_000 },
  wise: { method: 'wise', rows: 1_000 },
  sepa: { method: 'bank_iban', rows: 5_000 },
}

/** Currencies that PayPal pays out in. */
const OF_PAYPAL = new Set(
  'AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' '),
)
/** Of these PayPal takes whole units only, though they have smaller ones. */
const WHOLE_AT_PAYPAL = new Set(['HUF', 'TWD'])
/** 999,999,999.99: the most that one SEPA credit transfer carries. */
const MOST_OF_SEPA_CENTS = 99_999_999_999n
export const SEPA_NAME_CHARS = 70

/** A payout of a batch as it stands when a file is made. */
export interface BatchPayout extends FrozenPayout {
  status: PayoutStatus
  waits: boolean
}

export interface ChosenPayouts<Payout> {
  payable: (Payout & FilePayout)[]
  /** Those of the whole batch, whichever part was asked for. */
  skipped: { payout: Payout; reason: PaymentFileSkip }[]
  parts: number
}

/**
 * Which payouts of a batch stand in one part of a file. Which part a payout belongs to follows from what was frozen, so
 * that marking those of the first part as paid moves none of the second; what must not be paid now is left out afterwards.
 * Payout by payout: whoever chooses may rest in between.
 * @param payouts all of the batch, in the order of their ids
 * @param part from 1
 */
export function* choosePayouts<Payout extends BatchPayout>(
  payouts: readonly Payout[],
  { format, currency, part }: { format: PaymentFile; currency: Currency; part: number },
): Generator<void, ChosenPayouts<Payout>> {
  const chosen: ChosenPayouts<Payout> = { payable: [], skipped: [], parts: 1 }
  const { rows } = TAKES[format]
  let fitting = 0
  for (const payout of payouts) {
    yield
    const fit = fitOf(payout, format, currency)
    if (typeof fit === 'string') {
      chosen.skipped.push({ payout, reason: fit })
      continue
    }
    const partOfPayout = Math.floor(fitting / rows) + 1
    fitting++
    const reason = standingOf(payout)
    if (reason !== null) chosen.skipped.push({ payout, reason })
    else if (partOfPayout === part) chosen.payable.push({ ...payout, ...fit })
  }
  chosen.parts = Math.max(1, Math.ceil(fitting / rows))
  return chosen
}

function standingOf({ status, waits }: BatchPayout): PaymentFileSkip | null {
  if (status !== 'open') return status
  return waits ? 'waits' : null
}

/** By what was frozen alone: the payout with its details, or why it never stands in such a file. */
function fitOf(
  payout: FrozenPayout,
  format: PaymentFile,
  currency: Currency,
): Pick<FilePayout, 'details'> | PaymentFileSkip {
  if (payout.currency !== currency) return 'other_currency'
  const { details } = payout
  if (details === null) return 'no_details'
  if (details === 'unreadable') return 'details_unreadable'
  if (details.account.method !== TAKES[format].method) return 'other_method'
  const fault = faultOf(format, payout, details.account)
  if (fault !== null) return fault
  if (format === 'sepa' && !hasSepaText(sepaText(details.legal_name, SEPA_NAME_CHARS)))
    return 'name_not_writable'
  return { details }
}

function faultOf(
  format: PaymentFile,
  { currency, amount_cents }: FrozenPayout,
  account: PayoutAccount,
): PaymentFileSkip | null {
  switch (format) {
    case 'paypal':
      return takenByPayPal(currency, amount_cents) ? null : 'amount_not_taken'
    case 'sepa':
      if (currency !== 'EUR' || BigInt(amount_cents) > MOST_OF_SEPA_CENTS) return 'amount_not_taken'
      return account.method === 'bank_iban' && isOfSepa(account.iban) ? null : 'account_not_reached'
    case 'wise':
      return null
  }
}

function takenByPayPal(currency: Currency, amount_cents: string): boolean {
  if (!OF_PAYPAL.has(currency)) return false
  return !WHOLE_AT_PAYPAL.has(currency) || BigInt(amount_cents) % 10n ** BigInt(DECIMALS[currency]) === 0n
}

/** Whether the currency of a file is one that it can be in at all. */
export function isCurrencyOf(format: PaymentFile, currency: Currency): boolean {
  if (format === 'sepa') return currency === 'EUR'
  return format === 'wise' || OF_PAYPAL.has(currency)
}

/** What the amounts come to, exactly. */
export function sumOf(payouts: readonly Pick<FrozenPayout, 'amount_cents'>[]): bigint {
  return payouts.reduce((sum, { amount_cents }) => sum + BigInt(amount_cents), 0n)
}

/** An amount as PayPal reads it: of some currencies without the point. */
export function paypalAmount(decimal: string, currency: Currency): string {
  return WHOLE_AT_PAYPAL.has(currency) ? decimal.replace(/\.0+$/, '') : decimal
}
