import type { Deps } from '../../core/deps.ts'
import { listClickArchives } from './click-archives.sql.ts'
import { listRetainedPrograms, planRetention } from './plan-retention.flow.ts'
import type { ArchivedMonth } from './retention.ts'

export interface RetentionReport {
  /** CLICK_RETENTION_MONTHS; null keeps clicks forever. */
  months: number | null
  archiveTo: string | null
  programs: {
    programId: number
    /** The program's setting; null uses the installation's. */
    ownMonths: number | null
    /** Clicks before this time are due; null keeps them forever. */
    before: string | null
    /** Due months that still have clicks. */
    waiting: string[]
    gone: (Omit<ArchivedMonth, 'programId'> & { place: string | null; isDropped: boolean })[]
  }[]
}

/** Reports how long clicks are kept, what is due, and what was deleted. */
export async function reportRetention(
  deps: Pick<Deps, 'database' | 'config' | 'clock'>,
): Promise<RetentionReport> {
  const retainedPrograms = await listRetainedPrograms(deps, deps.clock.now())
  const dueMonths = await planRetention(deps)
  const archives = await listClickArchives(deps.database.kysely)
  return {
    months: deps.config.clickRetentionMonths ?? null,
    archiveTo: deps.config.archiveTo ?? null,
    programs: retainedPrograms.map(({ id, ownMonths, before }) => ({
      programId: id,
      ownMonths,
      before: before?.toISOString() ?? null,
      waiting: dueMonths
        .filter(({ programs }) => programs.some(({ programId }) => programId === id))
        .map(({ month }) => month),
      gone: archives
        .filter(({ program_id }) => program_id === id)
        .map(({ month, part, clicks, test_clicks, name, place, dropped_at }) => ({
          month: month.slice(0, 7),
          part,
          clicks,
          testClicks: test_clicks,
          archive: name,
          place,
          isDropped: dropped_at !== null,
        })),
    })),
  }
}
