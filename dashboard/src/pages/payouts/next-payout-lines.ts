import type { NextPayout } from '../../api/types.ts'

export interface NextPayoutLines {
  /** What all payouts wait for, listed once. */
  common: string[]
  /** Each payout with what else it waits for. */
  own: { payout: NextPayout; conditions: string[] }[]
}

/** Lists what next payouts wait for, with the conditions common to all currencies only once. */
export function nextPayoutLines(
  payouts: readonly NextPayout[],
  labelOfWait: (wait: NextPayout['blockers'][number], payout: NextPayout) => string,
): NextPayoutLines {
  const all = payouts.map((payout) => ({
    payout,
    conditions: payout.blockers.map((wait) => labelOfWait(wait, payout)),
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
