import type { Ids } from '../core/deps.ts'
import { WRITTEN_SHARDS } from './stat-shards.ts'

/**
 * Returns a random shard of the daily statistics, so that concurrent writers of a busy program rarely wait for the same
 * row.
 */
export function randomShard(ids: Ids): number {
  return ids.bytes(1).readUInt8() % WRITTEN_SHARDS
}
