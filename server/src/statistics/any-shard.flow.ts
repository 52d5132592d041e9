import type { Ids } from '../platform/deps.ts'
import { linkedShards } from './stat-shards.ts'

/** A shard of the daily statistics: any spread keeps a busy program's writers from queueing on one row. */
export function anyShard(ids: Ids): number {
  const { first, last } = linkedShards
  return first + (ids.bytes(1).readUInt8() % (last - first + 1))
}
