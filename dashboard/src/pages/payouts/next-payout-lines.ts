import type { NextPayout } from '../../api/types.ts'

export interface NextPayoutLines {
  /** Conditions that all payouts are waiting for, listed once. */
  common: string[]
  /** Each payout, with the other conditions it is waiting for. */
  own: { payout: NextPayout; conditions: string[] }[]
}

/** Lists what next payouts are waiting for. Conditions common to all currencies appear only once. */
export function nextPayoutLines(
  payouts: readonly NextPayout[],
  waitLabel: (wait: NextPayout['blockers'][number], payout: NextPayout) => string,
): NextPayoutLines {
  const all = payouts.map((payout) => ({
    payout,
    conditions: payout.blockers.map((wait) => waitLabel(wait, payout)),
  }))
  const [first] = all
  if (first === undefined || all.length === 1) return { common: [], own: all }
  const common = first.conditions.filter((one) => all.every(({ conditions }) => conditions.includes(one)))
  const own = all.map(({ payout, conditions }) => ({
    payout,
    conditions: conditions.filter((one) => !common.includes(one)),
  }))
  return { common, own }
}
