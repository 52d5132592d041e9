/** The facts that explain the commission of an event. */
export type EarningFacts =
  | { type: 'click'; isTest: boolean }
  | { type: 'lead'; isTest: boolean; isSettled: boolean; hasCommission: boolean }
  | { type: 'sale'; isTest: boolean; hasCommission: boolean; hadMatchingPolicy: boolean }

export const COMMISSION_REASONS = [
  'test_event',
  'click',
  'provisional_lead',
  'per_lead_commission',
  'no_per_lead_commission',
  'policy',
  'past_duration',
  'no_matching_policy',
] as const
export type CommissionReason = (typeof COMMISSION_REASONS)[number]

/**
 * Explains why an event has a commission or not (specification, "Commission"; D13, D22, D28). A sale without one was
 * past the duration of its policy, or no policy matched its currency.
 */
export function explainCommission(facts: EarningFacts): CommissionReason {
  if (facts.isTest) return 'test_event'
  switch (facts.type) {
    case 'click':
      return 'click'
    case 'lead':
      if (!facts.isSettled) return 'provisional_lead'
      return facts.hasCommission ? 'per_lead_commission' : 'no_per_lead_commission'
    case 'sale':
      if (facts.hasCommission) return 'policy'
      return facts.hadMatchingPolicy ? 'past_duration' : 'no_matching_policy'
  }
}
