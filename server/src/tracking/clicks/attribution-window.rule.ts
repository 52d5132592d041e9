import { DAY_MS } from '../../core/time/time.ts'
import type { DecisionFacts } from '../requests/decision.ts'

/** Whether a click still counts at an instant; the last millisecond of the window does (D27). */
export function isWithinWindow(clickedAt: Date, instant: Date, window_days: number): boolean {
  return instant <= windowEnd(clickedAt, window_days)
}

/** The last instant at which a click still counts. */
export function windowEnd(clickedAt: Date, window_days: number): Date {
  return new Date(clickedAt.getTime() + window_days * DAY_MS)
}

/** The facts of a window that was over. */
export function closedWindow(clickedAt: Date, windowDays: number): DecisionFacts {
  return {
    clickedAt: clickedAt.toISOString(),
    windowDays,
    windowEndedAt: windowEnd(clickedAt, windowDays).toISOString(),
  }
}
