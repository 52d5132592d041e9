import type { NextPayout } from '../../api/types.ts'

export interface NextPayoutLines {
  /** What all payouts wait for, listed once. */
  common: string[]
  /** Each payout with what else it waits for. */
  own: { payout: NextPayout; words: string[] }[]
}

/** Lists what next payouts wait for, with the conditions common to all currencies only once. */
export function linesOfNextPayouts(
  payouts: readonly NextPayout[],
  labelOf: (wait: NextPayout['waits'][number], payout: NextPayout) => string,
): NextPayoutLines {
  const all = payouts.map((payout) => ({
    payout,
    words: payout.waits.map((wait) => labelOf(wait, payout)),
  }))
  const [first] = all
  if (first === undefined || all.length === 1) return { common: [], own: all }
  const common = first.words.filter((one) => all.every(({ words }) => words.includes(one)))
  const own = all.map(({ payout, words }) => ({
    payout,
    words: words.filter((one) => !common.includes(one)),
  }))
  return { common, own }
}
