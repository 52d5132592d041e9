import { DAY_MS } from '../../core/time/time.ts'
import type { DecisionFacts } from '../requests/decision.ts'

/** Returns whether a click still counts at a given time. The last millisecond of the window is included (D27). */
export function isWithinWindow(clickedAt: Date, instant: Date, window_days: number): boolean {
  return instant <= windowEnd(clickedAt, window_days)
}

/** Returns the last instant at which a click still counts. */
export function windowEnd(clickedAt: Date, window_days: number): Date {
  return new Date(clickedAt.getTime() + window_days * DAY_MS)
}

/** Returns the facts stored with a rejection after the window has ended. */
export function closedWindow(clickedAt: Date, windowDays: number): DecisionFacts {
  return {
    clickedAt: clickedAt.toISOString(),
    windowDays,
    windowEndedAt: windowEnd(clickedAt, windowDays).toISOString(),
  }
}
