/** Number of shards. Writers choose one at random, so that a busy program's writers rarely wait for the same row. */
export const WRITTEN_SHARDS = 4

/**
 * Shard of the `daily_link_stats` rows that are included in `link_stat_rollups`. Rows in other shards, such as late
 * changes, are added when reading.
 */
export const ROLLED_UP_SHARD = 32

/** Shard of the rows being rolled up, which is only visible within that transaction. */
export const ROLLING_UP_SHARD = 33
