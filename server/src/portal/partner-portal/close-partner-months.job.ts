import { eachProgram } from '../../core/database/each-program.ts'
import { notificationStart } from '../../core/database/installation.sql.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { lockProgramEnrollment } from '../../partners/enrollments/partners.sql.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { listReachableStatsPrograms } from '../../statistics/stats-programs.sql.ts'
import { programClocks } from '../../workspace/programs/program-clock.flow.ts'
import { partnerPortalLimits } from './limits.ts'
import { notifyOfStatement } from './statement-mail.flow.ts'
import { endOfMonth, monthAfter, toMonth } from './statement-month.rule.ts'
import {
  findFirstCommission,
  findLastClosedMonth,
  insertClosedMonth,
  insertStatements,
  listPartnersForStatements,
} from './statements.sql.ts'

export const CLOSE_PARTNER_MONTHS: Job = {
  name: 'close_partner_months',
  everyMs: partnerPortalLimits.statementsEveryMs,
  run: closePartnerMonths,
}

type ClosingDeps = Pick<Deps, 'database' | 'config' | 'ids'>

interface ClosedProgram {
  id: number
  timeZone: string
  now: Date
}

/**
 * Writes the statements of all completed months in order, one transaction per partner. Safe to run concurrently: a
 * partner's month is written under the partner's lock, and a month is closed after all its statements are written. An
 * interrupted run continues where it stopped.
 */
export async function closePartnerMonths({
  clock,
  ...deps
}: ClosingDeps & Pick<Deps, 'clock'>): Promise<void> {
  const { kysely } = deps.database
  const clockFor = await programClocks({ ...deps, clock })
  await eachProgram(await listReachableStatsPrograms(kysely), ({ id, time_zone }) => {
    return closeMonths(deps, { id, timeZone: time_zone, now: clockFor(id).now() })
  })
}

async function closeMonths(deps: ClosingDeps, program: ClosedProgram): Promise<void> {
  const { kysely } = deps.database
  for (let months = 0; months < partnerPortalLimits.statementMonthsEach; months++) {
    const month = await findOpenMonth(deps, program)
    if (month === undefined) return
    const before = endOfMonth(month, program.timeZone)
    if (before.getTime() + partnerPortalLimits.statementGraceMs > program.now.getTime()) return
    const partnerIds = await kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      return listPartnersForStatements(transaction, program.id, before)
    })
    for (const partnerId of partnerIds) await closePartner(deps, program, { partnerId, month, before })
    await insertClosedMonth(kysely, { program_id: program.id, month, closed_at: program.now })
  }
}

/** Returns the month after the last closed one, or the month of the program's first commission. */
async function findOpenMonth(
  { database: { kysely } }: Pick<Deps, 'database'>,
  { id, timeZone }: ClosedProgram,
): Promise<string | undefined> {
  const lastMonth = await findLastClosedMonth(kysely, id)
  if (lastMonth !== undefined) return monthAfter(lastMonth)
  const firstCommission = await findFirstCommission(kysely, id)
  return firstCommission === undefined ? undefined : toMonth(firstCommission, timeZone)
}

async function closePartner(
  deps: ClosingDeps,
  { id: programId, timeZone, now }: ClosedProgram,
  { partnerId, month, before }: { partnerId: number; month: string; before: Date },
): Promise<void> {
  await withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
    await lockProgramEnrollment(transaction, programId, partnerId)
    // The month may have been closed in the meantime. Its events are then in the next one.
    const last = await findLastClosedMonth(transaction, programId)
    if (last !== undefined && last >= month) return
    const statement = { programId, partnerId, month, timeZone }
    if ((await insertStatements(transaction, statement, { before, now })) === 0) return
    // Old months, and those from before a restore, are not emailed.
    if (monthAfter(month) !== toMonth(now, timeZone)) return
    if ((await notificationStart(transaction, before)) > before) return
    await notifyOfStatement({ deps, transaction, programId, at: now }, { partnerId, month })
  })
}
