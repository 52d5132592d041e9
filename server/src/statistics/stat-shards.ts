/**
 * What the shard of a row of `daily_stats` says beside spreading its writers: who wrote it. The processes of releases
 * before the statistics by link write to the shards below `first`, those of this one from `first` to `last`, together with
 * `daily_link_stats`. A job that counts days by link moves their rows up by `marked` first, so that whatever is written
 * meanwhile shows beside them. A day is counted by link when all its rows stand from `first` to `last`.
 */
export const linkedShards = { first: 4, last: 7, marked: 8 } as const

/** Of the rows of `daily_link_stats` that a job is writing and nobody else touches. */
export const COUNTING_SHARD = 16

/**
 * Of the rows of `daily_link_stats` that `link_stat_blocks` holds in its sums. All others are read beside the blocks: those
 * that writers add to days that were folded before, too.
 */
export const FOLDED_SHARD = 32

/** Of the rows on their way there, which nobody sees but the transaction that folds them. */
export const FOLDING_SHARD = 33
