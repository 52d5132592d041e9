import { limits } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/deps.ts'
import { asObject, type Conversation } from '../platform/local-questions.ts'
import { compareMigrations, readApplied } from '../platform/migrate.ts'
import { readConnectionLimit } from '../platform/server-connections.sql.ts'
import { DAY_MS } from '../platform/time.ts'
import { monthsBetween } from '../tracking/click-months.rule.ts'
import { partitionName } from '../tracking/click-partitions.sql.ts'
import { readBacklog } from '../webhooks/webhook-backlog.sql.ts'
import {
  countOtherConnections,
  findTables,
  readFailingWebhooks,
  readServer,
  readTableSizes,
  readWaiting,
} from './database-report.sql.ts'
import type { DatabaseReport, WorkReport } from './doctor.ts'

/** What is asked of the process that serves the embedded database, and what it answers: `{report}`. */
export const EXAMINE = 'examine'

/** Reads what the database tells of itself, and changes nothing. @param now of this machine */
export async function examineDatabase(database: Database, now: Date): Promise<DatabaseReport> {
  const { kysely } = database
  const server = await readServer(kysely)
  const applied = await readApplied(database)
  const migrations = compareMigrations(applied)
  const isOfThisVersion = migrations.pending.length + migrations.unknown.length === 0
  return {
    serverVersion: server.serverVersion,
    now: server.now.toISOString(),
    bytes: server.bytes,
    applied,
    migrations,
    tables: await readTableSizes(kysely),
    connections:
      database.kind === 'embedded'
        ? undefined
        : { allowed: await readConnectionLimit(kysely), others: await countOtherConnections(kysely) },
    // Tables of another version may lack what is asked of them.
    work: isOfThisVersion ? await examineWork(database, now) : undefined,
  }
}

async function examineWork({ kysely }: Database, now: Date): Promise<WorkReport> {
  const ahead = monthsBetween(now, now, limits.clickPartitionMonthsAhead).map((from) => ({
    name: partitionName(from),
    month: from.toISOString().slice(0, 7),
  }))
  const there = new Set(
    await findTables(
      kysely,
      ahead.map(({ name }) => name),
    ),
  )
  const backlog = await readBacklog(kysely)
  const failing = await readFailingWebhooks(kysely)
  const purgedBefore = new Date(now.getTime() - limits.webhookKeptDays * DAY_MS - limits.doctorPurgeLateMs)
  return {
    missingPartitions: ahead.filter(({ name }) => !there.has(name)).map(({ month }) => month),
    backlog: { waiting: backlog.waiting, oldest: backlog.oldest?.toISOString() },
    failing: failing.map(({ program_id, url, since, error }) => ({
      program_id,
      // What comes after the host may be a secret of the merchant's.
      host: URL.canParse(url) ? new URL(url).host : 'of no address',
      since: since.toISOString(),
      error: error ?? 'it says no more',
    })),
    ...(await readWaiting(kysely, now, purgedBefore)),
  }
}

/** Answers the question of a command that runs beside this process. */
export async function answerExamine(
  database: Database,
  clock: Clock,
  conversation: Conversation,
): Promise<void> {
  conversation.say({ report: await examineDatabase(database, clock.now()) })
}

/** @throws {Error} when nothing comes, or not in time */
export async function hearReport(service: Conversation): Promise<DatabaseReport> {
  const said = asObject(await service.hear(limits.localAnswerMs))
  const { report, error } = { report: undefined, error: undefined, ...said }
  if (report !== undefined) {
    const told = report as DatabaseReport // safe because the service says so
    // It may be of an older version, which knows nothing of the migrations of this one.
    return { ...told, migrations: compareMigrations(told.applied) }
  }
  throw new Error(error === undefined ? 'the service ended before it answered' : String(error))
}
