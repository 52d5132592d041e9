import type { Currency } from '../../core/money/currency.ts'

interface Money {
  currency: Currency
  revenue_cents: bigint
  commission_cents: bigint
}

type CentsByCurrency = Partial<Record<Currency, bigint>>

/** Returns revenue and commission by currency, in minor units. Currencies without an amount are omitted (D32). */
export function moneyByCurrency(money: readonly Money[]): {
  revenueByCurrency: CentsByCurrency
  commissionByCurrency: CentsByCurrency
} {
  const revenueByCurrency: CentsByCurrency = {}
  const commissionByCurrency: CentsByCurrency = {}
  for (const { currency, revenue_cents, commission_cents } of money) {
    if (revenue_cents !== 0n) revenueByCurrency[currency] = revenue_cents
    if (commission_cents !== 0n) commissionByCurrency[currency] = commission_cents
  }
  return { revenueByCurrency, commissionByCurrency }
}

/** Returns amounts as one cell in a file, like `4900 USD; 2000 EUR`. */
export function moneyText(money: readonly Money[], column: 'revenue_cents' | 'commission_cents'): string {
  return money.map((one) => `${one[column]} ${one.currency}`).join('; ')
}
