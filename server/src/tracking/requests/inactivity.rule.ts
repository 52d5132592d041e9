import type { RequestType } from '../../core/enums.ts'

/** What came of one local day, of one kind of call. */
export interface DayOfCalls {
  day: string
  /** All that were received. */
  requests: number
  /** Those that made what they told of. */
  recorded: number
}

/** Nothing was recorded any more, where something usually is. */
export interface Silence {
  type: RequestType
  /** The last day with a recorded one. */
  lastDay: string
  /** Whole days since, none of them today. */
  days: number
  /** How many were recorded a day before: the mean, rounded, at least 1. */
  usual: number
  /** How many calls came all the same, and were not recorded. */
  rejected: number
}

/** So many days must have gone before, so that there is something usual. */
const USUAL_DAYS = 7

/** So many would have been recorded meanwhile: by chance there are none of them once in 150 times. */
const EXPECTED = 5

/**
 * Whether a kind of call has gone silent: nothing was recorded today nor on the whole days before it, for longer than at
 * any time in the days before that (a shop that is closed each weekend is not silent on a Sunday), and at least five would
 * have been expected meanwhile.
 * @param days in order and without a gap, the last of them today, which is not over
 */
export function findInactivity(type: RequestType, days: readonly DayOfCalls[]): Silence | undefined {
  const last = days.findLastIndex(({ recorded }) => recorded > 0)
  const first = days.findIndex(({ recorded }) => recorded > 0)
  const before = days.slice(first, last + 1)
  const lastDay = days[last]
  if (lastDay === undefined || before.length < USUAL_DAYS) return undefined
  const silent = days.slice(last + 1)
  const wholeDays = silent.length - 1
  const mean = before.reduce((sum, { recorded }) => sum + recorded, 0) / before.length
  if (wholeDays < 1 || wholeDays <= longestGap(before) || mean * wholeDays < EXPECTED) return undefined
  return {
    type,
    lastDay: lastDay.day,
    days: wholeDays,
    usual: Math.max(1, Math.round(mean)),
    rejected: silent.reduce((sum, { requests }) => sum + requests, 0),
  }
}

function longestGap(days: readonly DayOfCalls[]): number {
  let [longest, gap] = [0, 0]
  for (const { recorded } of days) {
    gap = recorded > 0 ? 0 : gap + 1
    longest = Math.max(longest, gap)
  }
  return longest
}
