import { applyRate } from '../../core/money/money.rule.ts'

/** Returns the fee for a live sale in minor units: the rate in basis points applied to the amount as sent (D31). */
export function platformFee(amount_cents: number, rate_bps: number): number {
  return applyRate(amount_cents, rate_bps)
}
