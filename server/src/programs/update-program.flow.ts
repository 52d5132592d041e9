import type { Transaction } from 'kysely'
import { revokeManagementKeys } from '../accounts/management-keys.sql.ts'
import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { inTransaction } from '../platform/in-transaction.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import { LostRace } from '../platform/lost-race.ts'
import type { Schema } from '../platform/schema.ts'
import { isTimeZone } from '../platform/time-zone.rule.ts'
import { rebuildProgramStats } from '../statistics/rebuild-stats.sql.ts'
import { lockStatsProgram } from '../statistics/stats-programs.sql.ts'
import {
  findProgram,
  isTimeZoneKnown,
  lockProgram,
  type ProgramChanges,
  type ProgramRow,
  updateProgramRow,
} from './programs.sql.ts'

/**
 * Changes settings of a program. In another time zone every event may belong to another day, so the daily
 * statistics are rebuilt in the same transaction. Archiving it revokes its management keys.
 * @returns 'unknown_time_zone' when `time_zone` is no IANA name; nothing is written then
 */
export async function updateProgram(
  { database, clock }: Deps,
  programId: number,
  changes: ProgramChanges,
): Promise<ProgramRow | 'unknown_time_zone'> {
  const { time_zone } = changes
  if (
    time_zone !== undefined &&
    !(isTimeZone(time_zone) && (await isTimeZoneKnown(database.kysely, time_zone)))
  ) {
    return 'unknown_time_zone'
  }
  return inTransaction({ database }, async (transaction) => {
    const stands = await findProgram(transaction, programId)
    const isOtherZone = time_zone !== undefined && stands?.time_zone !== time_zone
    const lock = isOtherZone ? lockWithWriters : lockProgram
    const before = await lock(transaction, programId)
    if (before === undefined) throw new Error(`program ${programId} is gone`)
    const now = clock.now()
    const program = await updateProgramRow(transaction, programId, changes, now)
    if (program.status === 'archived') {
      await revokeManagementKeys(transaction, program.workspace_id, { programId }, now)
    }
    if (program.time_zone === before.time_zone) return program
    // Somebody else took the zone away between the look and the lock.
    if (!isOtherZone) throw new LostRace()
    await rebuildProgramStats(transaction, program)
    return program
  })
}

/**
 * Whoever counts by the old time zone is waited for, and waits. It is the first lock of the transaction: `lockProgram`
 * lets those writers go on, and to get the stronger lock later would be to wait for who may wait for the weaker one.
 */
async function lockWithWriters(transaction: Transaction<Schema>, programId: number) {
  await allowLongStatements(transaction, limits.moneyStatementTimeoutMs)
  return lockStatsProgram(transaction, programId)
}
