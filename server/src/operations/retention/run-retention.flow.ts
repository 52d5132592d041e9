import { DatabaseUnavailableError } from '../../core/database/database-unavailable.ts'
import { ProgramsFailedError } from '../../core/database/each-program.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Deps } from '../../core/deps.ts'
import { type Lease, LeaseLostError, withLease } from '../../core/jobs/lease.flow.ts'
import { rollUpAllClickValues } from '../../statistics/click-value-rollups.flow.ts'
import { listRollUpEnds } from '../../statistics/click-value-rollups.sql.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { archiveMonth, type ReadyArchive } from './archive-month.flow.ts'
import { dropDimensions, listClickArchives, listDimensionsToDrop } from './click-archives.sql.ts'
import {
  closeArchives,
  type Droppable,
  deleteAll,
  deleteArchived,
  dropMonthPartition,
} from './drop-month.flow.ts'
import { isDue, toMonth } from './due-months.rule.ts'
import { retentionLimits } from './limits.ts'
import {
  type DueMonth,
  listDueMonths,
  listRetainedPrograms,
  type RetainedProgram,
} from './plan-retention.flow.ts'
import { type ArchiveLocation, type Month, RetentionError, type RetentionRun } from './retention.ts'

export interface RetentionContext {
  deps: Pick<Deps, 'database' | 'config' | 'clock'>
  /**
   * Opens the archive storage once clicks are due.
   * @throws if there is none, or if it can't be used
   * @param mayWrite called before every write to the store; throws if another process may have taken over
   */
  openLocation(mayWrite: () => Promise<void>): Promise<ArchiveLocation>
}

export interface RetentionWork extends Pick<Deps, 'database' | 'config' | 'clock'> {
  lease: Lease
}

/**
 * Archives clicks older than their retention, verifies each archive, and only then deletes the clicks. A killed run
 * leaves the clicks, their archive, or both, and the next run continues from there. If a program fails, the failure is
 * reported and the others continue.
 * @returns undefined if another process is running, or was killed a moment ago
 * @throws {LeaseLostError} if the process stalled for so long that another one may have taken over; nothing was deleted
 * after that
 */
export async function runRetention(context: RetentionContext): Promise<RetentionRun | undefined> {
  const { database } = context.deps
  return withLease(
    database,
    { name: 'retention', leaseMs: retentionLimits.retentionLeaseMs },
    async (lease) => {
      const deps = { ...context.deps, lease }
      const run: RetentionRun = { archived: [], dropped: [], busy: [], faults: [] }
      await rollUpReachable(deps)
      const retainedPrograms = await keepUntilRolledUp(
        deps,
        await listRetainedPrograms(deps, deps.clock.now()),
      )
      const months: DueMonth[] = []
      for await (const dueMonth of listDueMonths(deps, retainedPrograms)) months.push(dueMonth)
      const open = await listOpen(deps, retainedPrograms)
      if (months.length + open.length > 0) {
        const location = await context.openLocation(lease.require)
        for (const dueMonth of addOpenArchives(months, open))
          await processMonths(deps, location, dueMonth, run)
      }
      await dropOldDimensions(deps)
      return run
    },
  )
}

/** Rolls up click values. A program for which this fails keeps its clicks, and the hourly job logs the failure. */
async function rollUpReachable(deps: RetentionContext['deps']): Promise<void> {
  try {
    await rollUpAllClickValues(deps)
  } catch (error) {
    if (!(error instanceof ProgramsFailedError)) throw error
  }
}

/** Keeps clicks whose values are not rolled up yet, because reports could no longer count them. */
async function keepUntilRolledUp(
  { database }: RetentionContext['deps'],
  programs: readonly RetainedProgram[],
): Promise<RetainedProgram[]> {
  const ends = await listRollUpEnds(database.kysely)
  return programs.map((program) => {
    const end = ends.get(program.id)
    if (program.before === undefined || end === undefined) return { ...program, before: undefined }
    return { ...program, before: new Date(Math.min(program.before.getTime(), Date.parse(end))) }
  })
}

/** Lists archives that are still due and not completely deleted. */
async function listOpen(
  { database }: RetentionContext['deps'],
  retainedPrograms: readonly RetainedProgram[],
): Promise<{ programId: number; month: Month }[]> {
  const rows = await listClickArchives(database.kysely, { isOpen: true })
  return rows.flatMap(({ program_id: programId, month: day }) => {
    const month = toMonth(new Date(day))
    const isStillDue = isDue(month, retainedPrograms.find(({ id }) => id === programId)?.before)
    return isStillDue ? [{ programId, month }] : []
  })
}

/** Adds open archives: a run that was killed after the last deletion leaves its archive open. */
function addOpenArchives(
  months: readonly DueMonth[],
  open: readonly { programId: number; month: Month }[],
): DueMonth[] {
  const dueByName = new Map(months.map((dueMonth) => [dueMonth.month.name, dueMonth]))
  for (const { programId, month } of open) {
    const dueMonth = dueByName.get(month.name) ?? { month, programs: [], dropsPartition: false }
    if (!dueMonth.programs.includes(programId)) {
      dueByName.set(month.name, {
        ...dueMonth,
        programs: [...dueMonth.programs, programId].sort((a, b) => a - b),
      })
    }
  }
  return [...dueByName.values()].sort((a, b) => +a.month.from - +b.month.from)
}

async function processMonths(
  deps: RetentionWork,
  location: ArchiveLocation,
  { month, programs, dropsPartition }: DueMonth,
  run: RetentionRun,
) {
  const droppable: Droppable =
    location.kind === 'none'
      ? { kind: 'all', programs }
      : { kind: 'archived', ready: await archiveAll(deps, location, { month, programs }, run) }
  const dropResult = dropsPartition ? await dropMonthPartition(deps, month, droppable) : 'differs'
  if (dropResult === 'busy') return void run.busy.push(month.name)
  const droppablePrograms =
    droppable.kind === 'all' ? [...programs] : droppable.ready.map(({ row }) => row.program_id)
  const deletedPrograms =
    dropResult === 'differs' ? await deleteRows(deps, month, droppable, run) : droppablePrograms
  if (location.kind === 'none') await closeArchives(deps, month, deletedPrograms)
  if (dropResult === 'dropped' || deletedPrograms.length > 0) {
    run.dropped.push({ month: month.name, programs: deletedPrograms, partition: dropResult === 'dropped' })
  }
}

async function archiveAll(
  deps: RetentionWork,
  location: Extract<ArchiveLocation, { kind: 'store' }>,
  { month, programs }: { month: Month; programs: readonly number[] },
  run: RetentionRun,
): Promise<ReadyArchive[]> {
  const ready: ReadyArchive[] = []
  for (const programId of programs) {
    const archived = await tryRetentionMonth(run, { programId, month }, () =>
      archiveMonth(deps, location, { programId, month }),
    )
    if (archived === undefined) continue
    ready.push(archived)
    const { part, clicks, test_clicks: testClicks, name: archive } = archived.row
    if (archived.isNew) run.archived.push({ programId, month: month.name, part, clicks, testClicks, archive })
  }
  return ready
}

/**
 * Deletes rows.
 * @returns the programs whose rows were deleted
 */
async function deleteRows(deps: RetentionWork, month: Month, droppable: Droppable, run: RetentionRun) {
  const works =
    droppable.kind === 'archived'
      ? droppable.ready.map((ready) => ({
          programId: ready.row.program_id,
          work: () => deleteArchived(deps, month, ready),
        }))
      : droppable.programs.map((programId) => ({ programId, work: () => deleteAll(deps, month, programId) }))
  const deletedPrograms: number[] = []
  for (const { programId, work } of works) {
    const isGone = await tryRetentionMonth(run, { programId, month }, async () => {
      await work()
      return true
    })
    if (isGone) deletedPrograms.push(programId)
  }
  return deletedPrograms
}

/** Records one program's failure and continues with the next program. A lost lease or database ends the run. */
async function tryRetentionMonth<Result>(
  run: RetentionRun,
  { programId, month }: { programId: number; month: Month },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LeaseLostError || error instanceof DatabaseUnavailableError) throw error
    const message = error instanceof Error ? error.message : `a value of type ${typeof error} was thrown`
    run.faults.push(
      error instanceof RetentionError ? message : `Program ${programId}, ${month.name}: ${message}.`,
    )
    return undefined
  }
}

/**
 * Deletes dimensions after their clicks, because a process may have their IDs in its cache and use them for a late
 * click.
 */
async function dropOldDimensions({ database: { kysely }, clock, lease }: RetentionWork) {
  const before = new Date(clock.now().getTime() - retentionLimits.retentionDimensionsMs)
  const months = await kysely.transaction().execute(async (transaction) => {
    await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
    return listDimensionsToDrop(transaction, before)
  })
  for (const { program_id: programId, month: day } of months) {
    await lease.change(async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      await dropDimensions(transaction, programId, toMonth(new Date(day)))
    })
  }
}
