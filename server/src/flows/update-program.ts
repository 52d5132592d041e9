import type { Deps } from '../deps.ts'
import { isTimeZone } from '../rules/time-zone.ts'
import {
  isTimeZoneKnown,
  lockProgram,
  type ProgramChanges,
  type ProgramRow,
  updateProgramRow,
} from '../store/programs.ts'
import { rebuildProgramStats } from '../store/rebuild-stats.ts'

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
    if (program.time_zone !== before.time_zone) await rebuildProgramStats(transaction, program)
    return program
  })
}
