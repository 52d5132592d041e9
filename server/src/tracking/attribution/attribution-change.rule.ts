import type { LeadState, PartnerStatus } from '../../core/enums.ts'
import { windowEnd } from '../clicks/attribution-window.rule.ts'

/** Facts for attributing a customer to a partner manually. */
export interface AttributionChangeData {
  /** Undefined if the program has no such partner. */
  partner: { status: PartnerStatus } | undefined
  /** Undefined if the program has no such customer. */
  customer: { id: number; partner_id: number; lead_state: LeadState } | undefined
  window_days: number
}

const ATTRIBUTION_REJECTIONS = ['no_partner', 'partner_not_approved', 'same_partner'] as const
export type AttributionRejection = (typeof ATTRIBUTION_REJECTIONS)[number]

export type AttributionChange =
  | { kind: 'rejected'; reason: AttributionRejection }
  | {
      kind: 'created' | 'moved'
      /**
       * Whether a signup must still be counted. An earlier signup is not counted or paid twice. For a new customer,
       * a signup reported later counts for the partner.
       */
      lead_state: LeadState
      /** The last instant at which a first sale is attributed. */
      first_sale_until: Date
    }

/**
 * Decides whether to attribute a customer to a partner from `at` on. The attribution counts like a click at that time.
 */
export function decideAttributionChange(
  { partner, customer, window_days }: AttributionChangeData,
  partnerId: number,
  at: Date,
): AttributionChange {
  if (partner === undefined) return { kind: 'rejected', reason: 'no_partner' }
  if (partner.status !== 'approved') return { kind: 'rejected', reason: 'partner_not_approved' }
  if (customer?.partner_id === partnerId) return { kind: 'rejected', reason: 'same_partner' }
  return {
    kind: customer === undefined ? 'created' : 'moved',
    lead_state: customer?.lead_state ?? 'provisional',
    first_sale_until: windowEnd(at, window_days),
  }
}
