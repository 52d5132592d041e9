/** A program's totals, either expected or stored. Money is in minor units. */
export interface ProgramTotals {
  clicks: number
  leads: number
  sales: number
  commissions: number
  revenue_cents: number
  commission_cents: number
  reversed_cents: number
  fee_cents: number
  paid_cents: number
}
