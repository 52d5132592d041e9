import type { NextPayout } from '../../api/types.ts'

export interface NextPayoutLines {
  /** What every one of several payouts waits for, said once. */
  common: string[]
  /** Each payout with what it waits for beside that. */
  own: { payout: NextPayout; words: string[] }[]
}

/** What next payouts wait for, in words: what is the same for all currencies is not said for each. */
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
