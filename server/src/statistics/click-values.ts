import type { RollUpDays } from '../core/database/stat-delta.ts'

/** Whole days in UTC, read from roll-ups. */
export interface RolledUpDays {
  /** Days that aren't covered by a longer period. */
  days: readonly string[]
  /** First days of the longer periods, by length. */
  periods: Record<RollUpDays, readonly string[]>
}
