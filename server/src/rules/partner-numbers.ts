import type { Currency } from '../store/schema.ts'

/** What was counted of one partner in one currency; XXX is "no currency". Digits, as SQL sums them. */
export interface PartnerSumsRow {
  partner_id: number
  currency: Currency | 'XXX'
  clicks: string
  leads: string
  conversions: string
  sales: string
  revenue_cents: string
  commission_cents: string
}

export interface PartnerNumbers {
  partnerId: number
  clicks: number
  leads: number
  conversions: number
  sales: number
  /** Exact minor units; currencies that have none are left out (D32). */
  revenueByCurrency: Partial<Record<Currency, bigint>>
  commissionByCurrency: Partial<Record<Currency, bigint>>
}

/** The numbers of each partner that was asked for, in that order; who brought nothing has zeros. */
export function partnerNumbers(
  partnerIds: readonly number[],
  rows: readonly PartnerSumsRow[],
): PartnerNumbers[] {
  return partnerIds.map((partnerId) =>
    sumUp(
      partnerId,
      rows.filter((row) => row.partner_id === partnerId),
    ),
  )
}

function sumUp(partnerId: number, rows: readonly PartnerSumsRow[]): PartnerNumbers {
  const count = (column: 'clicks' | 'leads' | 'conversions' | 'sales') =>
    Number(rows.reduce((sum, row) => sum + BigInt(row[column]), 0n))
  return {
    partnerId,
    clicks: count('clicks'),
    leads: count('leads'),
    conversions: count('conversions'),
    sales: count('sales'),
    revenueByCurrency: moneyOf(rows, 'revenue_cents'),
    commissionByCurrency: moneyOf(rows, 'commission_cents'),
  }
}

function moneyOf(
  rows: readonly PartnerSumsRow[],
  column: 'revenue_cents' | 'commission_cents',
): Partial<Record<Currency, bigint>> {
  const sums: Partial<Record<Currency, bigint>> = {}
  for (const { currency, [column]: digits } of rows) {
    const cents = BigInt(digits)
    if (cents === 0n) continue
    if (currency === 'XXX') throw new Error('a row without a currency holds money')
    sums[currency] = (sums[currency] ?? 0n) + cents
  }
  return sums
}
