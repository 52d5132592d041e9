import type { Transaction } from 'kysely'
import { eachProgram } from '../core/database/each-program.ts'
import { allowLongStatements } from '../core/database/long-statements.sql.ts'
import type { Schema } from '../core/database/schema.ts'
import { ROLL_UP_DAYS, type RollUpDays } from '../core/database/stat-delta.ts'
import { withTransaction } from '../core/database/transaction.ts'
import type { Deps } from '../core/deps.ts'
import { dayAfter } from '../core/time/report-day.rule.ts'
import {
  deleteClickValues,
  deleteRolledUp,
  findClickDay,
  findRolledUpUntil,
  insertClickPeriods,
  listProgramsToRollUp,
  listStoredDays,
  rollUpClickDay,
  saveRolledUpUntil,
} from './click-value-rollups.sql.ts'
import { statisticsLimits } from './limits.ts'
import { periodStart } from './roll-up-periods.rule.ts'
import { lockForRollUp } from './stats-programs.sql.ts'

/**
 * Adds clicks from days that have ended, in UTC and by each program's clock, to the roll-ups by value. One day per
 * transaction. A program that another process rolls up, or in which a person is being erased, is skipped until the next
 * run. A click that is saved more than an hour after its day is only counted once the statistics are rebuilt, and
 * `verifyClickValues` reports it.
 */
export async function rollUpAllClickValues({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const ended = new Date(clock.now().getTime() - statisticsLimits.clickSaveMs)
  await eachProgram(await listProgramsToRollUp(database.kysely, ended), async ({ id, before }) => {
    while (
      await withTransaction({ database }, async (transaction) => {
        await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
        return (await lockForRollUp(transaction, id)) && rollUpNextClickDay(transaction, id, before)
      })
    );
  })
}

/**
 * Rolls up the next day with clicks of a locked program.
 * @returns whether there was one before `before`
 */
async function rollUpNextClickDay(
  transaction: Transaction<Schema>,
  programId: number,
  before: string,
): Promise<boolean> {
  const rolledUpUntil = await findRolledUpUntil(transaction, programId)
  const day = await findClickDay(transaction, programId, { from: rolledUpUntil, before })
  if (day !== undefined) await rollUpClickDay(transaction, programId, day)
  const until = day === undefined ? before : dayAfter(day, 1)
  const from = rolledUpUntil ?? day ?? until
  if (rolledUpUntil !== undefined && until <= rolledUpUntil) return false
  for (const size of ROLL_UP_DAYS) {
    await insertClickPeriods(transaction, programId, { size, firsts: endedPeriods({ from, until }, size) })
  }
  await saveRolledUpUntil(transaction, programId, until)
  return day !== undefined
}

/** Returns the first days of the periods that end after `from`, and by `until` (exclusive days). */
function endedPeriods({ from, until }: { from: string; until: string }, size: RollUpDays): string[] {
  const firsts: string[] = []
  for (let first = periodStart(from, size); dayAfter(first, size) <= until; first = dayAfter(first, size))
    firsts.push(first)
  return firsts
}

/** Replaces the roll-ups of a locked program with those computed from its clicks, except for archived ones. */
export async function rebuildClickValues(transaction: Transaction<Schema>, programId: number): Promise<void> {
  const deleted = await deleteClickValues(transaction, programId)
  if (deleted === undefined) return
  const { from, until } = deleted
  const first = from ?? (await findClickDay(transaction, programId, { from: undefined, before: until }))
  if (first === undefined) return
  await saveRolledUpUntil(transaction, programId, first)
  while (await rollUpNextClickDay(transaction, programId, until));
}

/**
 * Recomputes a locked program's roll-ups for these days, in UTC, after their clicks have changed. Days that are not
 * rolled up, or whose clicks are archived, stay as they are.
 */
export async function rollUpClickDaysAgain(
  transaction: Transaction<Schema>,
  programId: number,
  changedDays: readonly string[],
): Promise<void> {
  const until = await findRolledUpUntil(transaction, programId)
  if (until === undefined) return
  const days = await listStoredDays(transaction, programId, changedDays, until)
  await deleteRolledUp(transaction, programId, { size: 1, firsts: days })
  for (const day of days) await rollUpClickDay(transaction, programId, day)
  for (const size of ROLL_UP_DAYS) {
    const starts = new Set(days.map((day) => periodStart(day, size)))
    const firsts = [...starts].filter((first) => dayAfter(first, size) <= until)
    await deleteRolledUp(transaction, programId, { size, firsts })
    await insertClickPeriods(transaction, programId, { size, firsts })
  }
}
