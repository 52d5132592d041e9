import type { BlockDays } from '../core/database/stat-delta.ts'

/** What a partner report reads for a time range. */
export interface LinkParts {
  /** Read from the daily link statistics. */
  days: string[]
  /** Read from their roll-ups and the daily link statistics not yet rolled up. */
  stretches: BlockStretch[]
  /** Read from events. */
  spans: Stretch[]
}

/** An inclusive range of local days covered by roll-ups. */
export interface BlockStretch {
  first: string
  last: string
  /** The first days of the roll-ups, by their length in days. */
  firsts: Record<BlockDays, string[]>
}

/** Both instants are included. */
export interface Stretch {
  from: Date
  to: Date
}
