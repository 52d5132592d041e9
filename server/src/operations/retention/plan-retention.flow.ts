import type { Config } from '../../core/config/config.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Deps } from '../../core/deps.ts'
import { programInstant } from '../../workspace/programs/program-clock.rule.ts'
import {
  type ClickCount,
  countClicks,
  hasClicks,
  hasPartition,
  listClickMonths,
  listRetentionSettings,
  type RetentionSettingsRow,
} from './click-months.sql.ts'
import { dueBefore, isDue, listMonths } from './due-months.rule.ts'
import type { Month } from './retention.ts'

export interface RetainedProgram {
  id: number
  sandbox: boolean
  /** The program's setting; null uses the installation's. */
  ownMonths: number | null
  /** Clicks before this time are due; undefined keeps them forever. */
  before: Date | undefined
}

export interface DueMonth {
  month: Month
  /** Programs with due clicks in this month. */
  programs: number[]
  /** Whether all clicks in the month's partition are due, in which case the partition can be dropped. */
  dropsPartition: boolean
}

/** Returns how long each program keeps clicks, by its own clock. */
export async function listRetainedPrograms(
  { database, config }: Pick<Deps, 'database'> & { config: Pick<Config, 'clickRetentionMonths'> },
  now: Date,
): Promise<RetainedProgram[]> {
  const programs = await listRetentionSettings(database.kysely)
  return programs.map((program) => toRetention(program, config, programInstant(now, program)))
}

/**
 * Yields months with due clicks, oldest first. A sandbox's past may be in the future of other programs: its rows are
 * deleted, but the partition of an unfinished month is kept.
 */
export async function* listDueMonths(
  { database: { kysely }, clock }: Pick<Deps, 'database' | 'clock'>,
  retainedPrograms: readonly RetainedProgram[],
): AsyncGenerator<DueMonth> {
  const latest = Math.max(
    ...retainedPrograms.map(({ before }) => before?.getTime() ?? Number.NEGATIVE_INFINITY),
  )
  if (!Number.isFinite(latest)) return
  const instants = await kysely.transaction().execute(async (transaction) => {
    await allowLongStatements(transaction, 0)
    return listClickMonths(transaction, new Date(latest))
  })
  for (const month of listMonths(instants, new Date(latest))) {
    const [due, remainingMonths] = [
      retainedPrograms.filter((one) => isDue(month, one.before)),
      retainedPrograms.filter((one) => !isDue(month, one.before)),
    ]
    const programs: number[] = []
    for (const { id } of due) if (await hasClicks(kysely, id, month)) programs.push(id)
    const dropsPartition =
      month.to <= clock.now() &&
      (await hasPartition(kysely, month)) &&
      !(await hasAnyClicks(kysely, remainingMonths, month))
    if (programs.length > 0 || dropsPartition) yield { month, programs, dropsPartition }
  }
}

export interface PlannedMonth {
  month: string
  dropsPartition: boolean
  programs: ({ programId: number } & Omit<ClickCount, 'keysHash'>)[]
}

/** Lists what a run would archive and delete, without changing anything. */
export async function planRetention(
  deps: Pick<Deps, 'database' | 'config' | 'clock'>,
): Promise<PlannedMonth[]> {
  const planned: PlannedMonth[] = []
  for await (const { month, programs, dropsPartition } of listDueMonths(
    deps,
    await listRetainedPrograms(deps, deps.clock.now()),
  )) {
    const counts: PlannedMonth['programs'] = []
    for (const programId of programs) {
      const { clicks, testClicks } = await countMonthClicks(deps, programId, month)
      counts.push({ programId, clicks, testClicks })
    }
    planned.push({ month: month.name, dropsPartition, programs: counts })
  }
  return planned
}

/** Counts a program's clicks for a month, page by page. */
export function countMonthClicks(
  { database: { kysely } }: Pick<Deps, 'database'>,
  programId: number,
  month: Month,
): Promise<ClickCount> {
  return kysely.transaction().execute(async (transaction) => {
    await allowLongStatements(transaction, 0)
    return countClicks(transaction, programId, month)
  })
}

function toRetention(
  {
    id,
    sandbox,
    click_retention_months: ownMonths,
    attribution_window_days: attributionWindowDays,
  }: RetentionSettingsRow,
  { clickRetentionMonths }: Pick<Config, 'clickRetentionMonths'>,
  now: Date,
): RetainedProgram {
  const before = dueBefore({ retentionMonths: ownMonths, attributionWindowDays }, clickRetentionMonths, now)
  return { id, sandbox, ownMonths, before }
}

async function hasAnyClicks(
  queries: Deps['database']['kysely'],
  programs: readonly RetainedProgram[],
  month: Month,
): Promise<boolean> {
  for (const { id } of programs) if (await hasClicks(queries, id, month)) return true
  return false
}
