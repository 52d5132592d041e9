import type { Deps } from '../../core/deps.ts'
import { calendarDays, dayAfter, reportDay } from '../../core/time/report-day.rule.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { findInactivityAlerts } from './health-report.rule.ts'
import type { InactivityAlert } from './inactivity.rule.ts'
import { requestLimits } from './limits.ts'
import { readRequestCounts } from './read-health.sql.ts'

/** Returns a program's current inactivity alerts, by the program's clock. An inactive program has none. */
export async function readInactivityAlerts(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { id, status, time_zone }: ProgramRow,
): Promise<InactivityAlert[]> {
  if (status !== 'active') return []
  const last = reportDay(clock.now(), time_zone)
  const first = dayAfter(last, 1 - requestLimits.inactivityDays)
  const rows = await readRequestCounts(database.run, id, { first, last })
  return findInactivityAlerts(rows, calendarDays(first, last))
}
