import { Temporal } from 'temporal-polyfill'
import { DAY_MS } from '../../core/time/time.ts'

/** The state of a sandbox's clock, and the time zone in which months and days are counted. */
export interface ClockState {
  now: Date
  aheadMs: number
  timeZone: string
}

export interface ClockLimits {
  clockDaysEach: number
  clockDaysAhead: number
}

export type ClockMove =
  | { kind: 'moved'; aheadMs: number; now: Date }
  /** The clock would exceed a limit: per move, or in total. */
  | { kind: 'too_far'; most: 'at_once' | 'in_all'; days: number }

/** Pattern of a duration: integers, with milliseconds as the smallest unit. */
const DURATION =
  /^P(?=\d|T\d)(?:\d{1,2}Y)?(?:\d{1,3}M)?(?:\d{1,3}W)?(?:\d{1,4}D)?(?:T(?=\d)(?:\d{1,6}H)?(?:\d{1,7}M)?(?:\d{1,9}(?:\.\d{1,3})?S)?)?$/

/**
 * Parses a positive ISO 8601 duration such as `P30D`, `P1M` or `PT12H`.
 * @returns undefined for anything else, including zero
 */
export function parseDuration(text: string): Temporal.Duration | undefined {
  if (!DURATION.test(text)) return undefined
  const duration = Temporal.Duration.from(text)
  return duration.sign > 0 ? duration : undefined
}

/** Moves a clock forward. Days, months and years follow the program's calendar. */
export function moveForward(
  { now, aheadMs, timeZone }: ClockState,
  duration: Temporal.Duration,
  { clockDaysEach, clockDaysAhead }: ClockLimits,
): ClockMove {
  const from = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const movedMs = from.add(duration).epochMilliseconds - now.getTime()
  if (movedMs > clockDaysEach * DAY_MS) return { kind: 'too_far', most: 'at_once', days: clockDaysEach }
  if (aheadMs + movedMs > clockDaysAhead * DAY_MS) {
    return { kind: 'too_far', most: 'in_all', days: clockDaysAhead }
  }
  return { kind: 'moved', aheadMs: aheadMs + movedMs, now: new Date(now.getTime() + movedMs) }
}
