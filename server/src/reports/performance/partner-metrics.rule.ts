import { NO_CURRENCY } from '../../core/money/currency.ts'
import type { CentsByCurrency, PartnerSums } from './stat-sums.ts'

export interface PartnerMetrics {
  partnerId: number
  clicks: number
  leads: number
  conversions: number
  sales: number
  /** Exact minor units. Currencies without an amount are omitted (D32). */
  revenueByCurrency: CentsByCurrency
  commissionByCurrency: CentsByCurrency
}

/** Returns the metrics of each partner in the requested order, with zeros for partners without activity. */
export function partnerMetrics(
  partnerIds: readonly number[],
  rows: readonly PartnerSums[],
): PartnerMetrics[] {
  return partnerIds.map((partnerId) =>
    sumUp(
      partnerId,
      rows.filter((row) => row.partner_id === partnerId),
    ),
  )
}

function sumUp(partnerId: number, rows: readonly PartnerSums[]): PartnerMetrics {
  const count = (column: 'clicks' | 'leads' | 'conversions' | 'sales') =>
    Number(rows.reduce((sum, row) => sum + BigInt(row[column]), 0n))
  return {
    partnerId,
    clicks: count('clicks'),
    leads: count('leads'),
    conversions: count('conversions'),
    sales: count('sales'),
    revenueByCurrency: sumMoney(rows, 'revenue_cents'),
    commissionByCurrency: sumMoney(rows, 'commission_cents'),
  }
}

function sumMoney(
  rows: readonly PartnerSums[],
  column: 'revenue_cents' | 'commission_cents',
): CentsByCurrency {
  const sums: CentsByCurrency = {}
  for (const { currency, [column]: digits } of rows) {
    const cents = BigInt(digits)
    if (cents === 0n) continue
    if (currency === NO_CURRENCY) throw new Error('a row without a currency has an amount')
    sums[currency] = (sums[currency] ?? 0n) + cents
  }
  return sums
}
