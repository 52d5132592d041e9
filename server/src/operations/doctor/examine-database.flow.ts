import Type from 'typebox'
import type { Config } from '../../core/config/config.ts'
import { workerUnavailableError } from '../../core/database/cluster-fault.ts'
import type { Database, Queries } from '../../core/database/database.ts'
import { findInstallation } from '../../core/database/installation.sql.ts'
import { compareMigrations, readApplied } from '../../core/database/migrate.ts'
import { readConnectionLimit } from '../../core/database/server-connections.sql.ts'
import { listStoredCurrencies } from '../../core/money/currencies.sql.ts'
import { callService, type ServiceCommand } from '../../core/processes/control-socket.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { readMailProblems } from '../../notifications/mail/mails.sql.ts'
import { readBacklog } from '../../notifications/webhooks/webhook-backlog.sql.ts'
import { monthsBetween } from '../../tracking/clicks/click-months.rule.ts'
import { partitionName } from '../../tracking/clicks/click-partitions.sql.ts'
import { clickLimits } from '../../tracking/clicks/limits.ts'
import { sumHeld } from '../../tracking/processors/event-symptoms.sql.ts'
import { findMissingEventTypes } from '../../tracking/processors/find-processor-problems.flow.ts'
import { findNewestArchive } from '../retention/click-archives.sql.ts'
import { listDueMonths, listRetainedPrograms } from '../retention/plan-retention.flow.ts'
import {
  countOtherConnections,
  findTables,
  listConnectedPrograms,
  listTimeZones,
  readFailingWebhooks,
  readOverdueWork,
  readServer,
  readTableSizes,
  readUnexpectedMonths,
} from './database-report.sql.ts'
import type { DatabaseReport, ProcessorIssues, WorkReport } from './doctor.ts'
import { doctorLimits } from './limits.ts'

const Nothing = Type.Object({})

/** Maximum number of programs that are checked individually. */
const CONNECTED_PROGRAMS = 200

type RetentionSettings = Pick<Config, 'webhookRetentionDays' | 'clickRetentionMonths'>

/**
 * Reads the state of the database.
 * @param now by this machine's clock
 */
export async function examineDatabase(
  database: Database,
  config: RetentionSettings,
  now: Date,
): Promise<DatabaseReport> {
  const { kysely } = database
  const server = await readServer(kysely)
  const applied = await readApplied(database)
  const migrations = compareMigrations(applied)
  const isSchemaCurrent = migrations.pending.length + migrations.unknown.length === 0
  let unreachableWorker: string | undefined
  const readIfAvailable = async <Read>(read: () => Promise<Read>, otherwise: Read): Promise<Read> => {
    try {
      return unreachableWorker === undefined ? await read() : otherwise
    } catch (error) {
      unreachableWorker = workerUnavailableError(error)
      if (unreachableWorker === undefined) throw error
      return otherwise
    }
  }
  const tables = await readIfAvailable(() => readTableSizes(kysely), [])
  // Tables with a different schema version may lack columns.
  const work = isSchemaCurrent
    ? await readIfAvailable<WorkReport | undefined>(() => examineWork(database, config, now), undefined)
    : undefined
  return {
    serverVersion: server.serverVersion,
    now: server.now.toISOString(),
    bytes: server.bytes,
    applied,
    migrations,
    tables,
    connections:
      database.kind === 'embedded'
        ? undefined
        : { allowed: await readConnectionLimit(kysely), others: await countOtherConnections(kysely) },
    secretFingerprint: (await findInstallation(kysely))?.secretFingerprint,
    workerUnavailable: unreachableWorker,
    work,
  }
}

async function examineWork(database: Database, config: RetentionSettings, now: Date): Promise<WorkReport> {
  const { kysely } = database
  const nextMonths = monthsBetween(now, now, clickLimits.clickPartitionMonthsAhead).map((from) => ({
    name: partitionName(from),
    month: from.toISOString().slice(0, 7),
  }))
  const existingPartitions = new Set(
    await findTables(
      kysely,
      nextMonths.map(({ name }) => name),
    ),
  )
  const backlog = await readBacklog(kysely)
  const failing = await readFailingWebhooks(kysely)
  const mails = await readMailProblems(kysely, new Date(now.getTime() - DAY_MS))
  const purgedBefore = new Date(
    now.getTime() - config.webhookRetentionDays * DAY_MS - doctorLimits.doctorPurgeLateMs,
  )
  return {
    currencies: await listStoredCurrencies(kysely),
    missingPartitions: nextMonths
      .filter(({ name }) => !existingPartitions.has(name))
      .map(({ month }) => month),
    backlog: { waiting: backlog.waiting, oldest: backlog.oldest?.toISOString() },
    failing: failing.map(({ program_id, url, since, error }) => ({
      program_id,
      // The path may contain one of the merchant's secrets.
      host: URL.canParse(url) ? new URL(url).host : 'unknown address',
      since: since.toISOString(),
      error: error ?? 'no details',
    })),
    mails: {
      dueSince: mails.dueSince?.toISOString(),
      failed: mails.failed,
      error: mails.error ?? undefined,
      triedAt: mails.attemptedAt?.toISOString(),
    },
    backedUpAt: (await findInstallation(kysely))?.backedUpAt?.toISOString(),
    unexpectedMonths: await readUnexpectedMonths(kysely, await daysByTimeZone(kysely, now)),
    processors: await findProcessorIssues(kysely, now),
    overdueClicks: await listOverdueClicks(database, config, now),
    newestArchive: await findNewestArchive(kysely),
    ...(await readOverdueWork(kysely, now, purgedBefore)),
  }
}

/** Finds programs, except sandboxes, whose connected processor doesn't send all events. */
async function findProcessorIssues(queries: Queries, now: Date): Promise<ProcessorIssues[]> {
  const issues: ProcessorIssues[] = []
  for (const program of await listConnectedPrograms(queries, CONNECTED_PROGRAMS)) {
    const missingEventTypes = await findMissingEventTypes(queries, program, now)
    if (missingEventTypes.length === 0) continue
    const heldRefunds = await sumHeld(queries, program.id, 'payment_link_missing')
    issues.push({
      program_id: program.id,
      missing: missingEventTypes,
      held: heldRefunds.reduce((sum, { commissions }) => sum + commissions, 0),
    })
  }
  return issues
}

/**
 * Lists months that have been overdue for several job runs. Sandboxes are excluded, because their clock may advance a
 * year in a minute.
 */
async function listOverdueClicks(
  database: Database,
  config: RetentionSettings,
  now: Date,
): Promise<string[]> {
  const runsAgo = new Date(now.getTime() - doctorLimits.doctorRetentionLateMs)
  const overdueMonths: string[] = []
  const retainedPrograms = await listRetainedPrograms({ database, config }, runsAgo)
  const sandboxes = new Set(retainedPrograms.filter(({ sandbox }) => sandbox).map(({ id }) => id))
  const then = { now: () => runsAgo }
  for await (const { month, programs } of listDueMonths({ database, clock: then }, retainedPrograms)) {
    if (programs.some((id) => !sandboxes.has(id))) overdueMonths.push(month.name)
  }
  return overdueMonths
}

export const EXAMINE: ServiceCommand<typeof Nothing, DatabaseReport> = {
  name: 'examine',
  input: Nothing,
  run: ({ database, config, clock }) => examineDatabase(database, config, clock.now()),
}

/**
 * Requests a report from a running service, which may be an older version that doesn't know about this version's
 * migrations.
 */
export async function requestReport(dataDir: string): Promise<DatabaseReport> {
  const report = await callService(dataDir, EXAMINE, {}, doctorLimits.doctorReportMs)
  return { ...report, migrations: compareMigrations(report.applied) }
}

/** Returns the current day in each time zone, and the day on which overdue work was due. */
async function daysByTimeZone(queries: Queries, now: Date) {
  const dueBefore = new Date(now.getTime() - doctorLimits.doctorMonthLateMs)
  return (await listTimeZones(queries)).map((time_zone) => ({
    time_zone,
    today: reportDay(now, time_zone),
    day: reportDay(dueBefore, time_zone),
  }))
}
