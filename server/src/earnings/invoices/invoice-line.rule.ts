import type { InvoiceLineKind } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { divideHalfUp } from '../../core/money/money.rule.ts'
import { type ExchangeRate, usdCents } from './exchange-rate.rule.ts'

/** A platform fee and what of it was invoiced so far. */
export interface InvoiceableFee {
  amount_cents: number
  reversed_cents: number
  currency: Currency
  invoiced_cents: number
  invoiced_usd_cents: bigint
}

/** What a fee adds to an invoice, and what is invoiced of it then. Amounts of a credit are negative or zero. */
export interface InvoiceLine {
  kind: InvoiceLineKind
  amount_cents: number
  usd_cents: bigint
  invoiced_cents: number
  invoiced_usd_cents: bigint
}

/**
 * The line that brings what was invoiced of a fee to what is left of it. More is charged at today's rate. Less is
 * credited at what it was charged at, in proportion, so that all the credits of a fee that is taken back in full
 * come to exactly what was charged for it, whatever the rates and the roundings.
 * @param rate of the fee's currency; a credit needs none
 * @returns 'no_rate' when a charge needs a rate that is not there; undefined when nothing changes
 */
export function invoiceLine(
  fee: InvoiceableFee,
  rate: ExchangeRate | undefined,
): InvoiceLine | 'no_rate' | undefined {
  const { currency, invoiced_cents, invoiced_usd_cents } = fee
  const left_cents = fee.amount_cents - fee.reversed_cents
  const amount_cents = left_cents - invoiced_cents
  if (amount_cents === 0) return undefined
  if (amount_cents < 0) {
    const kept = divideHalfUp(invoiced_usd_cents * BigInt(left_cents), BigInt(invoiced_cents))
    const usd_cents = kept - invoiced_usd_cents
    return { kind: 'credit', amount_cents, usd_cents, invoiced_cents: left_cents, invoiced_usd_cents: kept }
  }
  if (rate === undefined) return 'no_rate'
  const usd_cents = usdCents(amount_cents, currency, rate)
  return {
    kind: 'fee',
    amount_cents,
    usd_cents,
    invoiced_cents: left_cents,
    invoiced_usd_cents: invoiced_usd_cents + usd_cents,
  }
}
