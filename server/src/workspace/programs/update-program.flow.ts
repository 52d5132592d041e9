import type { Transaction } from 'kysely'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { isTimeZone } from '../../core/time/time-zone.rule.ts'
import { assignProgramDays } from '../../statistics/assign-days.flow.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { lockProgramForStats } from '../../statistics/stats-programs.sql.ts'
import { revokeManagementKeys } from '../accounts/management-keys.sql.ts'
import { coversWindow } from './click-retention.rule.ts'
import { rebasePolicies } from './policies.sql.ts'
import { atProgramTime } from './program-clock.flow.ts'
import {
  findProgram,
  lockProgram,
  type ProgramChanges,
  type ProgramRow,
  updateProgramRow,
} from './programs.sql.ts'
import { assignRedirectDomain } from './redirect-domains.sql.ts'

/** Why nothing was changed. */
export type RejectedChange =
  /** `time_zone` is not an IANA name. */
  | { rejected: 'unknown_time_zone' }
  /** A click retention period was requested, but no location for click archives is configured. */
  | { rejected: 'no_place_for_clicks' }
  /** Clicks would be deleted before the attribution window ends. */
  | { rejected: 'window_not_covered'; windowDays: number; retentionMonths: number }
  /** Another program has `redirect_domain`. */
  | { rejected: 'redirect_domain_taken' }

/**
 * Updates a program's settings. A new time zone recomputes the local days before returning; a job finishes interrupted
 * runs. A new commission base creates a new version of each policy in force, and archiving revokes management keys.
 */
export async function updateProgram(
  deps: Deps,
  programId: number,
  changes: ProgramChanges,
): Promise<ProgramRow | RejectedChange> {
  const { database, clock, config } = deps
  const { time_zone } = changes
  if (typeof changes.click_retention_months === 'number' && config.archiveTo === undefined) {
    return { rejected: 'no_place_for_clicks' }
  }
  if (time_zone !== undefined && !isTimeZone(time_zone)) return { rejected: 'unknown_time_zone' }
  let isOtherZone = false
  const outcome = await withTransaction({ database }, async (transaction) => {
    const currentProgram = await findProgram(transaction, programId)
    isOtherZone = time_zone !== undefined && currentProgram?.time_zone !== time_zone
    const lock = isOtherZone ? lockWithWriters : lockProgram
    const oldProgram = await lock(transaction, programId)
    if (oldProgram === undefined) throw new Error(`program ${programId} no longer exists`)
    const rejected = retentionRejection(oldProgram, changes)
    if (rejected !== undefined) return rejected
    const now = clock.now()
    const { redirect_domain: domain } = changes
    if (domain !== undefined && !(await assignRedirectDomain(transaction, { domain, programId, at: now })))
      throw new RedirectDomainTakenError()
    const program = await updateProgramRow(transaction, programId, changes, now)
    if (program.commission_base !== oldProgram.commission_base) {
      const { commission_base } = program
      const changedAt = atProgramTime(deps, oldProgram).clock.now()
      await rebasePolicies(transaction, programId, { commission_base, now: changedAt })
    }
    if (program.status === 'archived') {
      await revokeManagementKeys(transaction, program.workspace_id, { programId }, now)
    }
    if (program.time_zone === oldProgram.time_zone) return program
    // The time zone changed between the read and the lock.
    if (!isOtherZone) throw new WriteConflictError()
    return program
  }).catch((error: unknown) => {
    if (error instanceof RedirectDomainTakenError) return { rejected: 'redirect_domain_taken' } as const
    throw error
  })
  if (isOtherZone && !('rejected' in outcome)) await assignProgramDays({ database }, programId)
  return outcome
}

/** Rolls the update back. */
class RedirectDomainTakenError extends Error {}

/** Checks click retention against the attribution window if either setting changes. */
function retentionRejection(before: ProgramRow, changes: ProgramChanges): RejectedChange | undefined {
  if (changes.click_retention_months === undefined && changes.attribution_window_days === undefined)
    return undefined
  const { click_retention_months: retentionMonths, attribution_window_days: windowDays } = {
    ...before,
    ...changes,
  }
  if (retentionMonths === null || coversWindow(retentionMonths, windowDays)) return undefined
  return { rejected: 'window_not_covered', windowDays, retentionMonths }
}

/**
 * Locks the program against writers that use the old time zone. This must be the transaction's first lock, because
 * upgrading from the weaker lock of `lockProgram` could deadlock.
 */
async function lockWithWriters(
  transaction: Transaction<Schema>,
  programId: number,
): Promise<ProgramRow | undefined> {
  await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
  await lockProgramForStats(transaction, programId)
  return findProgram(transaction, programId)
}
