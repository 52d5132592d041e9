import { createCommitGroups } from '../../core/database/commit-groups.ts'
import type { Deps } from '../../core/deps.ts'
import { type FoundKey, findApiKeys } from './api-key-lookup.sql.ts'
import { programLimits } from './limits.ts'

/**
 * Finds an API key of a program by its hash, as it is now.
 * @throws {QueueFullError} too many calls of the program wait
 * @throws {CommitTimeoutError} the database did not answer in time
 */
export type FindApiKey = (programId: number, hash: Buffer) => Promise<FoundKey | undefined>

/** Calls of one program that arrive together share a query. Nothing is cached: a key that is deleted stops working at once. */
export function createKeyLookup({ database }: Pick<Deps, 'database'>): FindApiKey {
  const lookups = createCommitGroups<number, Buffer, FoundKey | undefined>({
    maxBatch: programLimits.saleBatchRows,
    maxQueued: programLimits.saleQueueRows,
    maxWaitMs: programLimits.saleWaitMs,
    commit: (programId, hashes) => findApiKeys(database.run, programId, hashes),
  })
  return (programId, hash) => lookups.add(programId, hash)
}
