import { seededRandom } from '../setup/demo-activity.rule.ts'

/** A year, and the month after it: then the policy of the first customers has ended. */
export const SIMULATION_MONTHS = 13
export const SIMULATION_PARTNERS = ['Ada', 'Grace', 'Linus'] as const

/** What a month brings of one partner. All amounts are of 200 dollars, so that no share of a half of them is rounded. */
export interface PlannedVisits {
  partner: number
  clicks: number
  /** Of those who clicked, who signed up: what each buys, at once or when it is too late. */
  signups: { amountCents: number; isLate: boolean; isSubscriber: boolean; leavesAfter: number }[]
}

export interface PlannedMonth {
  visits: PlannedVisits[]
  /** Which of the renewals of a month ago are refunded by half, and which of three months ago whole: as shares. */
  refundHalfOf: number
  refundWholeOf: number
}

/** A year of a program, invented: the same seed invents the same. */
export function planSimulation(seed: number): PlannedMonth[] {
  const random = seededRandom(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const signup = () => ({
    amountCents: (1 + upTo(8)) * 20_000,
    isLate: random() < 0.15,
    isSubscriber: random() < 0.6,
    leavesAfter: 2 + upTo(20),
  })
  return Array.from({ length: SIMULATION_MONTHS }, () => ({
    visits: SIMULATION_PARTNERS.map((_, partner) => ({
      partner,
      clicks: 4 + upTo(8),
      signups: Array.from({ length: 1 + upTo(2) }, signup),
    })),
    refundHalfOf: random(),
    refundWholeOf: random(),
  }))
}
