/** Every writer takes any of these shards of a day, so that the writers of a busy program do not queue on one row. */
export const WRITTEN_SHARDS = 4

/**
 * Of the rows of `daily_link_stats` that `link_stat_rollups` holds in its sums. All others are read beside the blocks: those
 * that writers add to days that were folded before, too.
 */
export const FOLDED_SHARD = 32

/** Of the rows on their way there, which nobody sees but the transaction that folds them. */
export const FOLDING_SHARD = 33
