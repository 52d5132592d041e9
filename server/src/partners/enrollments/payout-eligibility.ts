import type { PartnerStatus } from '../../core/enums.ts'

/** What a partner's payouts depend on. */
export interface PayoutEligibility {
  status: PartnerStatus
  /** Why somebody holds them. */
  payout_hold_reason: string | null
}
