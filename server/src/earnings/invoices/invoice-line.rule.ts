import type { InvoiceLineKind } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { divideHalfUp } from '../../core/money/money.rule.ts'
import { type ExchangeRate, usdCents } from './exchange-rate.rule.ts'

/** A platform fee, and the part of it that has been invoiced so far. */
export interface InvoiceableFee {
  amount_cents: number
  reversed_cents: number
  currency: Currency
  invoiced_cents: number
  invoiced_usd_cents: bigint
}

/** An invoice line, and the fee's new invoiced amounts. Credits have negative or zero amounts. */
export interface InvoiceLine {
  kind: InvoiceLineKind
  amount_cents: number
  usd_cents: bigint
  invoiced_cents: number
  invoiced_usd_cents: bigint
}

/**
 * Returns the line that raises or lowers a fee's invoiced amount to its current amount. Increases are charged at the
 * given rate. Decreases are credited in proportion to what was charged, so a fully reversed fee's credits add up to
 * exactly its charges.
 * @param rate the rate for the fee's currency; a credit doesn't need a rate
 * @returns 'no_rate' if a charge has no rate; undefined if nothing changes
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
    const keptUsdCents = divideHalfUp(invoiced_usd_cents * BigInt(left_cents), BigInt(invoiced_cents))
    const usd_cents = keptUsdCents - invoiced_usd_cents
    return {
      kind: 'credit',
      amount_cents,
      usd_cents,
      invoiced_cents: left_cents,
      invoiced_usd_cents: keptUsdCents,
    }
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
