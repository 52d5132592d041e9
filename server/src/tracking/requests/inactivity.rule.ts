import type { RequestType } from '../../core/enums.ts'

/** Requests of one type on one local day. */
export interface DailyRequests {
  day: string
  /** All received requests. */
  requests: number
  /** Requests that recorded an event. */
  recorded: number
}

/** A request type that usually has regular requests stopped recording events. */
export interface InactivityAlert {
  type: RequestType
  /** The last day with a recorded request. */
  lastDay: string
  /** Complete days since then, excluding today. */
  days: number
  /** Recorded requests per day before the alert: the rounded mean, at least 1. */
  usual: number
  /** Requests received since then that were not recorded. */
  rejected: number
}

/** Days of history required before an alert. */
const USUAL_DAYS = 7

/** With five expected requests, a gap without requests occurs by chance once in 150 times. */
const EXPECTED = 5

/**
 * Returns an alert if no event was recorded for longer than in any earlier gap (a shop that closes on weekends is
 * not inactive on a Sunday) and at least five requests were expected in that time.
 * @param days consecutive days, ending with today, which is incomplete
 */
export function findInactivity(
  type: RequestType,
  days: readonly DailyRequests[],
): InactivityAlert | undefined {
  const last = days.findLastIndex(({ recorded }) => recorded > 0)
  const first = days.findIndex(({ recorded }) => recorded > 0)
  const before = days.slice(first, last + 1)
  const lastDay = days[last]
  if (lastDay === undefined || before.length < USUAL_DAYS) return undefined
  const silentDays = days.slice(last + 1)
  const wholeDays = silentDays.length - 1
  const mean = before.reduce((sum, { recorded }) => sum + recorded, 0) / before.length
  if (wholeDays < 1 || wholeDays <= longestGap(before) || mean * wholeDays < EXPECTED) return undefined
  return {
    type,
    lastDay: lastDay.day,
    days: wholeDays,
    usual: Math.max(1, Math.round(mean)),
    rejected: silentDays.reduce((sum, { requests }) => sum + requests, 0),
  }
}

function longestGap(days: readonly DailyRequests[]): number {
  let [longest, gap] = [0, 0]
  for (const { recorded } of days) {
    gap = recorded > 0 ? 0 : gap + 1
    longest = Math.max(longest, gap)
  }
  return longest
}
