import type { PartnerStatus } from '../../core/enums.ts'

/** The facts that decide whether a partner can be paid. */
export interface PayoutEligibility {
  status: PartnerStatus
  /** Why payouts are paused. */
  payout_hold_reason: string | null
}
