import { type Config, limits, readConfig } from './config.ts'
import { openEmbeddedIn } from './data-dir/embedded-database.ts'
import { lockDataDir } from './data-dir/lock.ts'
import { developmentSecret } from './data-dir/secret.ts'
import { type Deps, systemClock, systemIds } from './deps.ts'
import { createClickPartitions } from './jobs/create-click-partitions.ts'
import { errorCode, StartError } from './start-error.ts'
import { type Database, openPostgres } from './store/database.ts'
import { migrate } from './store/migrate.ts'

/** The real dependencies of a process, with its migrated database; `close` gives everything back. */
export interface OpenDeps {
  deps: Deps
  /** The migrations that were applied now. */
  migrated: string[]
  close(): Promise<void>
}

/**
 * Environment → configuration → database → migrations → partitions: what every command needs first.
 * @throws {ConfigError} a setting cannot be used
 * @throws {StartError} the database does not answer, or another process holds the data folder
 */
export async function openDeps(environment: NodeJS.ProcessEnv): Promise<OpenDeps> {
  const config = readConfig(environment, developmentSecret)
  const { database, close } = await openDatabase(config)
  try {
    const deps: Deps = { config, database, clock: systemClock, ids: systemIds }
    const migrated = await migrate(database, systemClock.now())
    await createClickPartitions(deps)
    return { deps, migrated, close }
  } catch (error) {
    await close()
    throw config.databaseUrl === undefined ? error : (describeFailure(config.databaseUrl, error) ?? error)
  }
}

async function openDatabase(config: Config): Promise<{ database: Database; close: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    const database = openPostgres({
      connectionString: config.databaseUrl,
      maxConnections: limits.postgresConnections,
      statementTimeoutMs: limits.statementTimeoutMs,
      connectTimeoutMs: limits.connectTimeoutMs,
    })
    return { database, close: () => database.close() }
  }
  const unlock = lockDataDir(config.dataDir)
  try {
    const database = await openEmbeddedIn(config.dataDir)
    return {
      database,
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
