import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import { isTimeZone } from '../platform/time-zone.rule.ts'
import { rebuildProgramStats } from '../statistics/rebuild-stats.sql.ts'
import {
  isTimeZoneKnown,
  lockProgram,
  type ProgramChanges,
  type ProgramRow,
  updateProgramRow,
} from './programs.sql.ts'

/**
 * Changes settings of a program. In another time zone every event may belong to another day, so the daily
 * statistics are rebuilt in the same transaction.
 * @returns 'unknown_time_zone' when `time_zone` is no IANA name; nothing is written then
 */
export async function updateProgram(
  { database: { kysely }, clock }: Deps,
  programId: number,
  changes: ProgramChanges,
): Promise<ProgramRow | 'unknown_time_zone'> {
  const { time_zone } = changes
  if (time_zone !== undefined && !(isTimeZone(time_zone) && (await isTimeZoneKnown(kysely, time_zone)))) {
    return 'unknown_time_zone'
  }
  return kysely.transaction().execute(async (transaction) => {
    const before = await lockProgram(transaction, programId)
    if (before === undefined) throw new Error(`program ${programId} is gone`)
    const program = await updateProgramRow(transaction, programId, changes, clock.now())
    if (program.time_zone !== before.time_zone) {
      await allowLongStatements(transaction, limits.moneyStatementTimeoutMs)
      await rebuildProgramStats(transaction, program)
    }
    return program
  })
}
