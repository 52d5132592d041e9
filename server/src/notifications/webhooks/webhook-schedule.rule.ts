import { nextAttempt } from '../../core/jobs/retry-schedule.rule.ts'
import { HOUR_MS } from '../../core/time/time.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** The delays between attempts: ten attempts in just over three days, the first one immediately. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

export const WEBHOOK_ATTEMPTS = WAITS_MS.length + 1

/** Returns when to retry after attempt number `attempts` failed at `failedAt`; undefined if it was the last one. */
export function nextAttemptAt(attempts: number, failedAt: Date, chance: number): Date | undefined {
  return nextAttempt(WAITS_MS, { attempts, failedAt, chance })
}
