import { createCommitGroups } from '../../core/database/commit-groups.ts'
import type { Deps } from '../../core/deps.ts'
import { type FoundKey, findApiKeys } from './api-key-lookup.sql.ts'
import { programLimits } from './limits.ts'

/**
 * Finds a program's API key by its hash.
 * @throws {QueueFullError} if too many requests for the program are waiting
 * @throws {CommitTimeoutError} if the database didn't respond in time
 */
export type FindApiKey = (programId: number, hash: Buffer) => Promise<FoundKey | undefined>

/** Concurrent requests for a program share one query. Nothing is cached, so a deleted key stops working immediately. */
export function createKeyLookup({ database }: Pick<Deps, 'database'>): FindApiKey {
  const lookups = createCommitGroups<number, Buffer, FoundKey | undefined>({
    maxBatch: programLimits.saleBatchRows,
    maxQueued: programLimits.saleQueueRows,
    maxWaitMs: programLimits.saleWaitMs,
    commit: (programId, hashes) => findApiKeys(database.run, programId, hashes),
  })
  return (programId, hash) => lookups.add(programId, hash)
}
