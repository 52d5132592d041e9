import { setTimeout } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { eachProgram } from '../core/database/each-program.ts'
import { allowLongStatements } from '../core/database/long-statements.sql.ts'
import type { Schema } from '../core/database/schema.ts'
import { withTransaction } from '../core/database/transaction.ts'
import { WriteConflict } from '../core/database/write-conflict.ts'
import type { Deps } from '../core/deps.ts'
import { dayAfter, reportDay, reportDays } from '../core/time/report-day.rule.ts'
import {
  findDueDay,
  findWithoutDay,
  listCountedDays,
  listDuePrograms,
  noteDueDay,
  writeDays,
} from './event-days.sql.ts'
import { statisticsLimits } from './limits.ts'
import { rebuildDays } from './rebuild-stats.sql.ts'
import type { DayRange, StatsProgram } from './stats-from-events.sql.ts'
import { lockStatsProgram } from './stats-programs.sql.ts'

/** The local days of one instant in any two time zones are at most this far apart: zones differ by up to 26 hours. */
const DAYS_APART = 2
const DAYS_PER_BATCH = 64
const EVENTS_PER_BATCH = 20_000
/** Limits the parameters of a statement. */
const DAYS_PER_STATEMENT = 366
/** The pauses before skipped events are tried again; writers continue meanwhile. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1_000

/** Computes the days that are due again, program by program. Any number of processes may do it at once. */
export async function assignDueDays(deps: Pick<Deps, 'database'>): Promise<void> {
  await eachProgram(await listDuePrograms(deps.database.kysely), ({ id }) => assignProgramDays(deps, id))
}

/**
 * Computes the local day of each event of a program that is due again, such as after a change of its time zone, and moves
 * the statistics with them: a stretch of days in each transaction, the oldest first. In every one of them the statistics
 * are what the stored days say, so a run may end anywhere, and the next one goes on there. An event that another transaction
 * has locked is skipped and tried again after a pause: waiting for it under the program's lock would be a deadlock.
 */
export async function assignProgramDays(deps: Pick<Deps, 'database'>, programId: number): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    const batch = await withTransaction(deps, (transaction) => assignBatch(transaction, programId))
    if (batch === 'nothing due') return
    if (batch === 'done') pauseMs = FIRST_PAUSE_MS
    else {
      await setTimeout(pauseMs)
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    }
  }
}

/** @returns 'partly' when other transactions had locked some events, which are still to be moved */
async function assignBatch(
  transaction: Transaction<Schema>,
  programId: number,
): Promise<'nothing due' | 'done' | 'partly'> {
  await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
  const program = await lockStatsProgram(transaction, programId)
  if (program === undefined) return 'nothing due'
  const due = await findDueDay(transaction, programId)
  if (due === undefined) return 'nothing due'
  // What is written now has the days of the program's time zone: it waits for this lock, or is seen here.
  const counted = await listCountedDays(transaction, programId, dayAfter(due, -DAYS_APART), DAYS_PER_BATCH)
  const batch = firstBatch(due, counted)
  if (batch === undefined) {
    await noteDueDay(transaction, programId, undefined)
    return 'nothing due'
  }
  const touched = { first: dayAfter(batch.first, -DAYS_APART), last: dayAfter(batch.last, DAYS_APART) }
  const held = await assignDays(transaction, program, batch)
  await rebuildDays(transaction, program, touched)
  if (held > 0) return 'partly'
  await noteDueDay(transaction, programId, dayAfter(batch.last, 1))
  return 'done'
}

/** The next days on which events may be that count on these, as many as make a batch; undefined when there are none. */
function firstBatch(due: string, counted: readonly { day: string; events: number }[]): DayRange | undefined {
  const [oldest] = counted
  if (oldest === undefined) return undefined
  const before = dayAfter(oldest.day, -DAYS_APART)
  const first = before > due ? before : due
  let [last, events] = [oldest.day, oldest.events]
  for (const next of counted.slice(1)) {
    const isFull = events + next.events > EVENTS_PER_BATCH || next.day > dayAfter(first, DAYS_PER_BATCH)
    // Beyond a gap another batch begins, so that nobody goes through years in which nothing was.
    if (isFull || next.day > dayAfter(last, 2 * DAYS_APART)) break
    last = next.day
    events += next.events
  }
  return { first, last: dayAfter(last, DAYS_APART) }
}

/**
 * Computes the local days of the events of a locked program that have none, such as those of the demo.
 * @throws {WriteConflict} another transaction has locked one of them
 */
export async function assignMissingDays(
  transaction: Transaction<Schema>,
  program: StatsProgram,
): Promise<void> {
  const missing = await findWithoutDay(transaction, program.id)
  if (missing === undefined) return
  const { first, last } = missing
  const { time_zone } = program
  const range = { first: reportDay(first, time_zone), last: reportDay(last, time_zone) }
  if ((await assignDays(transaction, program, range)) > 0) throw new WriteConflict()
}

/**
 * Computes the local day of each event of a locked program within some days.
 * @returns how many were skipped because other transactions had locked them
 */
async function assignDays(
  transaction: Transaction<Schema>,
  { id, time_zone }: StatsProgram,
  { first, last }: DayRange,
): Promise<number> {
  let held = 0
  for (let from = first; from <= last; from = dayAfter(from, DAYS_PER_STATEMENT)) {
    const to = dayAfter(from, DAYS_PER_STATEMENT - 1)
    held += await writeDays(transaction, id, reportDays(from, to < last ? to : last, time_zone))
  }
  return held
}
