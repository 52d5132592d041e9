import type { Ids } from '../core/deps.ts'
import { WRITTEN_SHARDS } from './stat-shards.ts'

/** A shard of the daily statistics: any spread keeps a busy program's writers from queueing on one row. */
export function anyShard(ids: Ids): number {
  return ids.bytes(1).readUInt8() % WRITTEN_SHARDS
}
