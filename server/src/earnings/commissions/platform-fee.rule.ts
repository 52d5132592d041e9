import { shareOf } from '../../core/money/money.rule.ts'

/** Returns the fee of one live sale in minor units: a rate in basis points of the amount as sent (D31). */
export function platformFee(amount_cents: number, rate_bps: number): number {
  return shareOf(amount_cents, rate_bps)
}
