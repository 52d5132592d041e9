import type { BlockDays } from '../core/database/stat-delta.ts'

/** What a report of partners reads for a range of time. */
export interface LinkParts {
  /** Of these local days, the statistics by link. */
  days: string[]
  /** Of these, their blocks, and what of the statistics by link is not folded into those yet. */
  stretches: BlockStretch[]
  /** Of these stretches, the events. */
  spans: Stretch[]
}

/** Local days, the first and the last included, that blocks cover. */
export interface BlockStretch {
  first: string
  last: string
  /** The first days of the blocks, by how many days they have. */
  firsts: Record<BlockDays, string[]>
}

/** Both instants belong to it. */
export interface Stretch {
  from: Date
  to: Date
}
