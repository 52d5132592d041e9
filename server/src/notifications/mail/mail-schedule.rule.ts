import { nextAttempt } from '../../core/jobs/retry-schedule.rule.ts'
import { HOUR_MS } from '../../core/time/time.ts'

const MINUTE_MS = 60 * 1000

/** The delays between attempts: eleven attempts in two days, the first one immediately. */
const WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  20 * HOUR_MS,
] as const

export const MAIL_ATTEMPTS = WAITS_MS.length + 1

/** Returns when to retry after attempt number `attempts` failed; undefined if it was the last one. */
export function nextMailAttempt(attempts: number, failedAt: Date, chance: number): Date | undefined {
  return nextAttempt(WAITS_MS, { attempts, failedAt, chance })
}
