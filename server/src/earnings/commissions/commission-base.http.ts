import type { CommissionListRow } from './list-commissions.sql.ts'
import { percentageBase } from './sale-commission.rule.ts'

/** Returns the part of the sale that a percentage commission applies to; null for flat commissions. */
export function commissionBase(row: CommissionListRow): number | null {
  const { policy_type: type, policy_commission_base: commission_base } = row
  if (type === null || commission_base === null) return null
  const { sale_amount_cents: amount_cents, sale_tax_amount_cents: tax_amount_cents } = row
  return percentageBase({ type, commission_base }, { amount_cents, tax_amount_cents })
}
