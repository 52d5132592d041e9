import { seededRandom } from '../setup/demo-activity.rule.ts'

/** A year and one month, so that the policy ends for the first customers. */
export const SIMULATION_MONTHS = 13
export const SIMULATION_PARTNERS = ['Ada', 'Grace', 'Linus'] as const

/**
 * Visits from one partner in a month. Amounts are multiples of 200 dollars, so that half of one never needs rounding.
 */
export interface PlannedVisits {
  partner: number
  clicks: number
  /** Signups from these clicks, with their purchases. */
  signups: { amountCents: number; isLate: boolean; isSubscriber: boolean; churnMonth: number }[]
}

export interface PlannedMonth {
  visits: PlannedVisits[]
  /** Renewals to refund, as fractions of the list: half of one from last month, all of one from three months ago. */
  halfRefundAt: number
  fullRefundAt: number
}

/** Generates a year of activity, which is the same for the same seed. */
export function planSimulation(seed: number): PlannedMonth[] {
  const random = seededRandom(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const signup = () => ({
    amountCents: (1 + upTo(8)) * 20_000,
    isLate: random() < 0.15,
    isSubscriber: random() < 0.6,
    churnMonth: 2 + upTo(20),
  })
  return Array.from({ length: SIMULATION_MONTHS }, () => ({
    visits: SIMULATION_PARTNERS.map((_, partner) => ({
      partner,
      clicks: 4 + upTo(8),
      signups: Array.from({ length: 1 + upTo(2) }, signup),
    })),
    halfRefundAt: random(),
    fullRefundAt: random(),
  }))
}
