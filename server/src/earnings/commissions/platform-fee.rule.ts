import { shareOf } from '../../core/money/money.rule.ts'

/** The fee on one live sale, in minor units of its currency: basis points of the amount as sent (D31). */
export function platformFee(amount_cents: number, rate_bps: number): number {
  return shareOf(amount_cents, rate_bps)
}
