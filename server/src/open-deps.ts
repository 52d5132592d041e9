import { setTimeout } from 'node:timers/promises'
import { claimCurrencies } from './platform/claim-currencies.flow.ts'
import { type Config, limits, readConfig } from './platform/config.ts'
import { lockDataDir } from './platform/data-dir-lock.ts'
import { type Database, openPostgres } from './platform/database.ts'
import { DatabaseUnavailable } from './platform/database-unavailable.ts'
import { type Deps, systemClock, systemIds } from './platform/deps.ts'
import { developmentSecret } from './platform/development-secret.ts'
import { openEmbeddedIn } from './platform/embedded-database.ts'
import { migrate, requireMigrated } from './platform/migrate.ts'
import { errorCode, StartError } from './platform/start-error.ts'
import { createClickPartitions } from './tracking/create-click-partitions.job.ts'

/** The real dependencies of a process, with its migrated database; `close` gives everything back. */
export interface OpenDeps {
  deps: Deps
  /** The same for what goes over all programs or changes the schema: on a cluster it asks the coordinator. */
  admin: Deps
  /** The migrations that were applied now. */
  migrated: string[]
  close(): Promise<void>
}

/**
 * Environment → configuration → database → migrations → partitions: what every command needs first. A worker finds
 * them done by the process that started it.
 * @throws {ConfigError} a setting cannot be used
 * @throws {StartError} the database does not answer, another process holds the data folder, or a worker is newer than
 * the schema
 */
export async function openDeps(environment: NodeJS.ProcessEnv): Promise<OpenDeps> {
  const config = readConfig(environment, developmentSecret)
  const { database, admin: adminDatabase, close } = await openDatabase(config)
  try {
    const deps: Deps = { config, database, coordinator: adminDatabase, clock: systemClock, ids: systemIds }
    const admin: Deps = { ...deps, database: adminDatabase }
    await untilItAnswers(database)
    await untilItAnswers(adminDatabase)
    if (config.worker !== undefined) {
      await requireMigrated(database)
      return { deps, admin, migrated: [], close }
    }
    const migrated = await migrate(adminDatabase, systemClock.now())
    await claimCurrencies(adminDatabase, config)
    await createClickPartitions(admin)
    return { deps, admin, migrated, close }
  } catch (error) {
    await close()
    throw config.databaseUrl === undefined ? error : (describeFailure(config.databaseUrl, error) ?? error)
  }
}

/** A database that is being started, or takes a while to answer, is worth some patience; any other fault is told at once. */
async function untilItAnswers(database: Database): Promise<void> {
  const until = performance.now() + limits.startTimeoutMs
  for (;;) {
    try {
      await database.script('select 1')
      return
    } catch (error) {
      const code = errorCode(error)
      const isStarting =
        code === CANNOT_CONNECT_NOW || (error instanceof DatabaseUnavailable && code === undefined)
      if (!isStarting || performance.now() > until) throw error
      await setTimeout(limits.startRetryMs)
    }
  }
}

const CANNOT_CONNECT_NOW = '57P03'

/**
 * Opens the server of a configuration and changes nothing there: for commands that want its schema as it is.
 * @throws {StartError} it does not answer
 */
export async function openServerAsItIs(config: Config): Promise<Database> {
  const { database, admin, close } = await openDatabase(config)
  try {
    await untilItAnswers(admin)
    if (admin !== database) await database.close()
    return admin
  } catch (error) {
    await close()
    throw describeFailure(config.databaseAdminUrl ?? config.databaseUrl ?? '', error) ?? error
  }
}

async function openDatabase(
  config: Config,
): Promise<{ database: Database; admin: Database; close: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    const open = (connectionString: string, maxConnections: number) =>
      openPostgres({
        connectionString,
        maxConnections,
        statementTimeoutMs: limits.statementTimeoutMs,
        connectTimeoutMs: limits.connectTimeoutMs,
      })
    const database = await open(config.databaseUrl, config.worker?.connections ?? limits.postgresConnections)
    if (config.databaseAdminUrl === undefined) {
      return { database, admin: database, close: () => database.close() }
    }
    const admin = await open(config.databaseAdminUrl, limits.postgresAdminConnections)
    const close = async () => {
      await Promise.all([database.close(), admin.close()])
    }
    return { database, admin, close }
  }
  const unlock = lockDataDir(config.dataDir)
  try {
    const database = await openEmbeddedIn(config.dataDir)
    return {
      database,
      admin: database,
      close: async () => {
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no machine has that name',
  EAI_AGAIN: 'its name could not be looked up',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'there is no way to that machine',
  ECONNRESET: 'it closed the connection',
  '28P01': 'it refused the password',
  '28000': 'it refused the user',
  '3D000': 'it has no database of that name',
  '53300': 'it has no free connections',
  '57P03': 'it is starting or stopping',
  '42501': 'the user may not create tables',
}

/** Why the database cannot be used, in words and without its password; undefined when it is another failure. */
function describeFailure(databaseUrl: string, error: unknown): StartError | undefined {
  const code = errorCode(error) ?? ''
  const isTimeout = error instanceof Error && /timeout/i.test(error.message)
  const reason = REASONS[code] ?? (isTimeout ? REASONS.ETIMEDOUT : undefined)
  if (reason === undefined) return undefined
  const { hostname, port, pathname } = new URL(databaseUrl)
  const place = `${hostname}${port === '' ? '' : `:${port}`}${pathname}`
  return new StartError(
    `The database ${place} cannot be used: ${reason}${code === '' ? '' : ` (${code})`}. Check that PostgreSQL runs and that DATABASE_URL is right.`,
  )
}
