import type { RollUpDays } from '../core/database/stat-delta.ts'

/** What a partner report reads for a time range. */
export interface LinkStatSources {
  /** Read from the daily link statistics. */
  days: string[]
  /** Read from their roll-ups and the daily link statistics not yet rolled up. */
  stretches: RollUpRange[]
  /** Read from events. */
  spans: TimeSpan[]
}

/** An inclusive range of local days covered by roll-ups. */
export interface RollUpRange {
  first: string
  last: string
  /** The first days of the roll-ups, by their length in days. */
  firsts: Record<RollUpDays, string[]>
}

/** Both instants are included. */
export interface TimeSpan {
  from: Date
  to: Date
}
