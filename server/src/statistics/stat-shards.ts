/** Writers choose one of these shards at random, so that those of a busy program rarely queue on one row. */
export const WRITTEN_SHARDS = 4

/**
 * The shard of `daily_link_stats` rows included in `link_stat_rollups`. Rows of other shards, such as late writes, are
 * added when reading.
 */
export const ROLLED_UP_SHARD = 32

/** The shard of rows being rolled up, visible only within that transaction. */
export const ROLLING_UP_SHARD = 33
