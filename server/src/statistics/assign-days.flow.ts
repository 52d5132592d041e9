import { setTimeout } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { eachProgram } from '../core/database/each-program.ts'
import { allowLongStatements } from '../core/database/long-statements.sql.ts'
import type { Schema } from '../core/database/schema.ts'
import { withTransaction } from '../core/database/transaction.ts'
import { WriteConflictError } from '../core/database/write-conflict.ts'
import type { Deps } from '../core/deps.ts'
import { dayAfter, reportDay, reportDays } from '../core/time/report-day.rule.ts'
import {
  findDueDay,
  findWithoutDay,
  listCountedDays,
  listDuePrograms,
  saveDueDay,
  writeDays,
} from './event-days.sql.ts'
import { statisticsLimits } from './limits.ts'
import { rebuildDays } from './rebuild-stats.sql.ts'
import type { DayRange, StatsProgram } from './stats-from-events.sql.ts'
import { lockProgramForStats } from './stats-programs.sql.ts'

/** Time zones differ by at most 26 hours, so the local days of one instant are at most this far apart. */
const DAYS_APART = 2
const DAYS_PER_BATCH = 64
const EVENTS_PER_BATCH = 20_000
/** Limits the number of parameters in a statement. */
const DAYS_PER_STATEMENT = 366
/** Skipped events are retried after a growing pause. Writers continue in the meantime. */
const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 1_000

/** Recalculates each program's outdated local days. Safe to run in several processes at once. */
export async function assignDueDays(deps: Pick<Deps, 'database'>): Promise<void> {
  await eachProgram(await listDuePrograms(deps.database.kysely), ({ id }) => assignProgramDays(deps, id))
}

/**
 * Recalculates the local day of each event in a program whose days are outdated, for example after its time zone
 * changed, and recalculates the statistics: oldest days first, one batch per transaction. Stored days and statistics
 * match after every batch, so a run can stop after any batch and the next run continues. Locked events are skipped and
 * retried later, because waiting for them under the program's lock would deadlock.
 */
export async function assignProgramDays(deps: Pick<Deps, 'database'>, programId: number): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    const batch = await withTransaction(deps, (transaction) => assignBatch(transaction, programId))
    if (batch === 'nothing due') return
    if (batch === 'done') pauseMs = FIRST_PAUSE_MS
    else {
      await setTimeout(pauseMs)
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
    }
  }
}

/**
 * Recalculates one batch of days.
 * @returns 'partly' if other transactions had locked some events, whose days must still be recalculated
 */
async function assignBatch(
  transaction: Transaction<Schema>,
  programId: number,
): Promise<'nothing due' | 'done' | 'partly'> {
  await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
  const program = await lockProgramForStats(transaction, programId)
  if (program === undefined) return 'nothing due'
  const dueDay = await findDueDay(transaction, programId)
  if (dueDay === undefined) return 'nothing due'
  // From now on, events are written with the program's current time zone, because their transactions wait for this
  // lock.
  const countedDays = await listCountedDays(
    transaction,
    programId,
    dayAfter(dueDay, -DAYS_APART),
    DAYS_PER_BATCH,
  )
  const batch = firstBatch(dueDay, countedDays)
  if (batch === undefined) {
    await saveDueDay(transaction, programId, undefined)
    return 'nothing due'
  }
  const affectedDays = { first: dayAfter(batch.first, -DAYS_APART), last: dayAfter(batch.last, DAYS_APART) }
  const skippedRows = await assignDays(transaction, program, batch)
  await rebuildDays(transaction, program, affectedDays)
  if (skippedRows > 0) return 'partly'
  await saveDueDay(transaction, programId, dayAfter(batch.last, 1))
  return 'done'
}

/**
 * Returns the next batch of days, with the days around it on which their events may be stored; undefined if none are
 * left.
 */
function firstBatch(
  dueDay: string,
  countedDays: readonly { day: string; events: number }[],
): DayRange | undefined {
  const [oldest] = countedDays
  if (oldest === undefined) return undefined
  const before = dayAfter(oldest.day, -DAYS_APART)
  const first = before > dueDay ? before : dueDay
  let [last, events] = [oldest.day, oldest.events]
  for (const nextDay of countedDays.slice(1)) {
    const isFull = events + nextDay.events > EVENTS_PER_BATCH || nextDay.day > dayAfter(first, DAYS_PER_BATCH)
    // The batch ends at a gap, so that years without events are not scanned.
    if (isFull || nextDay.day > dayAfter(last, 2 * DAYS_APART)) break
    last = nextDay.day
    events += nextDay.events
  }
  return { first, last: dayAfter(last, DAYS_APART) }
}

/**
 * Calculates the local day of every event in a locked program that has no stored day, such as the demo's events.
 * @throws {WriteConflictError} if another transaction has locked one of them
 */
export async function assignMissingDays(
  transaction: Transaction<Schema>,
  program: StatsProgram,
): Promise<void> {
  const rowsWithoutDay = await findWithoutDay(transaction, program.id)
  if (rowsWithoutDay === undefined) return
  const { first, last } = rowsWithoutDay
  const { time_zone } = program
  const range = { first: reportDay(first, time_zone), last: reportDay(last, time_zone) }
  if ((await assignDays(transaction, program, range)) > 0) throw new WriteConflictError()
}

/**
 * Calculates the local day of each event in a range of a locked program's days.
 * @returns the number of events skipped because other transactions had locked them
 */
async function assignDays(
  transaction: Transaction<Schema>,
  { id, time_zone }: StatsProgram,
  { first, last }: DayRange,
): Promise<number> {
  let skippedRows = 0
  for (let from = first; from <= last; from = dayAfter(from, DAYS_PER_STATEMENT)) {
    const to = dayAfter(from, DAYS_PER_STATEMENT - 1)
    skippedRows += await writeDays(transaction, id, reportDays(from, to < last ? to : last, time_zone))
  }
  return skippedRows
}
