import type { RollUpDays } from '../core/database/stat-delta.ts'

/** The sources of a partner report for a time range. */
export interface LinkStatSources {
  /** Days read from the daily link statistics. */
  days: string[]
  /** Ranges read from their roll-ups, and from the daily link statistics that are not rolled up yet. */
  ranges: RollUpRange[]
  /** Time spans read from events. */
  spans: TimeSpan[]
}

/** An inclusive range of local days covered by roll-ups. */
export interface RollUpRange {
  first: string
  last: string
  /** The first day of each roll-up, keyed by the roll-up's length in days. */
  firsts: Record<RollUpDays, string[]>
}

/** A time span that includes both ends. */
export interface TimeSpan {
  from: Date
  to: Date
}
