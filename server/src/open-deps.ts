import { setTimeout } from 'node:timers/promises'
import { type Config, readConfig } from './core/config/config.ts'
import { withoutCredentials } from './core/config/database-location.rule.ts'
import { limits } from './core/config/limits.ts'
import { createTemporarySecret, readStoredSecret } from './core/config/secret-file.ts'
import { lockDataDir } from './core/database/data-dir-lock.ts'
import { type Database, openPostgres } from './core/database/database.ts'
import { DatabaseUnavailableError, findPeer } from './core/database/database-unavailable.ts'
import { findEmbeddedDatabase, openEmbeddedIn } from './core/database/embedded-database.ts'
import {
  migrate,
  readApplied,
  rejectInterruptedRestore,
  rejectUnknownSchema,
  requireMigrated,
} from './core/database/migrate.ts'
import { type Deps, systemClock, systemIds } from './core/deps.ts'
import { errorCode, StartError } from './core/errors/start-error.ts'
import { connectionError, faultCode, isCertificateError } from './core/http/connection-fault.rule.ts'
import { claimCurrencies } from './core/money/register-currencies.flow.ts'
import { doctorLimits } from './operations/doctor/limits.ts'
import {
  type ClaimedSecret,
  checkSecret,
  claimSecret,
  type GivenSecret,
  type NewSecret,
} from './operations/setup/claim-secret.flow.ts'
import { createClickPartitions } from './tracking/clicks/create-click-partitions.job.ts'

/** The real dependencies of a process, with its migrated database. `close` releases all of them. */
export interface OpenDeps {
  deps: Deps
  /** Dependencies for work across programs or on the schema. On a cluster, they use the coordinator. */
  admin: Deps
  /** The migrations that were just applied. */
  migrated: string[]
  /** Whether a new secret replaced the previous one. */
  replacedSecret: ClaimedSecret['replaced']
  close(): Promise<void>
}

/** Whether a command may create a new database or requires an existing one. */
export type DatabaseExpectation = 'there or new' | 'there'

export interface OpenOptions {
  wanted?: DatabaseExpectation
  /** Whether the operator accepts a new `APP_SECRET`. */
  newSecret?: NewSecret | undefined
}

/**
 * Opens the dependencies of every command: environment → configuration → database → migrations → partitions. For a
 * worker, the primary has already done the last steps.
 * @throws {ConfigError} for an invalid setting
 * @throws {StartError} if the database is unreachable or missing, the data folder is in use, a restore was interrupted,
 * the database was created with another secret, or the schema is newer (for a worker, also older) than this version
 */
export async function openDeps(
  environment: NodeJS.ProcessEnv,
  { wanted = 'there or new', newSecret }: OpenOptions = {},
): Promise<OpenDeps> {
  if (wanted === 'there') requireDatabaseFolder(environment)
  const { config: found, given } = readConfigAndSecret(environment, newSecret)
  const { database, admin: adminDatabase, close } = await openDatabase(found)
  try {
    await waitUntilReady(database)
    await waitUntilReady(adminDatabase)
    if (found.databaseUrl !== undefined) {
      await rejectInterruptedRestore(adminDatabase)
      if (wanted === 'there') await requireTables(found.databaseUrl, adminDatabase)
    }
    await rejectUnknownSchema(adminDatabase)
    await checkSecret(adminDatabase, found, given)
    const isWorker = found.worker !== undefined
    if (isWorker) await requireMigrated(database)
    const migrated = isWorker ? [] : await migrate(adminDatabase, systemClock.now())
    const base: Deps = {
      config: found,
      database,
      coordinator: adminDatabase,
      clock: systemClock,
      ids: systemIds,
    }
    const { secret, replaced } = await claimSecret({ ...base, database: adminDatabase }, given)
    const deps: Deps = { ...base, config: { ...found, appSecret: secret } }
    const admin: Deps = { ...deps, database: adminDatabase }
    if (!isWorker) {
      await claimCurrencies(adminDatabase, found)
      await createClickPartitions(admin)
    }
    return { deps, admin, migrated, replacedSecret: replaced, close }
  } catch (error) {
    await close()
    throw found.databaseUrl === undefined ? error : (describeFailure(found.databaseUrl, error) ?? error)
  }
}

/**
 * Requires an existing database. Otherwise, with the wrong data folder, a command would open an empty database and
 * report that it is fine.
 * @throws {StartError} if there is no usable embedded database
 */
function requireDatabaseFolder(environment: NodeJS.ProcessEnv): void {
  const { databaseUrl, dataDir } = readConfig(environment)
  if (databaseUrl !== undefined) return
  if (findEmbeddedDatabase(dataDir) !== undefined) return
  throw new StartError(
    `There is no database in the data folder ${dataDir}. Set DATA_DIR or DATABASE_URL to the value that the service uses.`,
  )
}

/** Reads the configuration, and the secret if it is known before the database is open. */
function readConfigAndSecret(
  environment: NodeJS.ProcessEnv,
  accepted: NewSecret | undefined,
): { config: Config; given: GivenSecret } {
  let isFromFile = false
  let storedSecret: string | undefined
  const config = readConfig(environment, ({ dataDir }) => {
    isFromFile = true
    storedSecret = readStoredSecret(dataDir)
    return storedSecret ?? createTemporarySecret()
  })
  return { config, given: { secret: isFromFile ? storedSecret : config.appSecret, isFromFile, accepted } }
}

async function requireTables(databaseUrl: string, database: Database): Promise<void> {
  if ((await readApplied(database)).length > 0) return
  throw new StartError(
    `The database ${withoutCredentials(databaseUrl)} has none of the service's tables. Set DATABASE_URL to the value that the service uses.`,
  )
}

/** Retries while a database is starting or slow. Reports any other fault immediately. */
async function waitUntilReady(database: Database): Promise<void> {
  const until = performance.now() + limits.startTimeoutMs
  for (;;) {
    try {
      await database.script('select 1')
      return
    } catch (error) {
      if (!isStarting(error) || performance.now() > until) throw error
      await setTimeout(limits.startRetryMs)
    }
  }
}

/**
 * Returns whether the database may be starting. Includes servers that close connections immediately, because a
 * container's proxy starts before its database.
 */
function isStarting(error: unknown): boolean {
  const code = errorCode(error)
  if (code === CANNOT_CONNECT_NOW) return true
  if (!(error instanceof DatabaseUnavailableError) || isWithoutTls(error)) return false
  return code === undefined ? findPeer(error) !== 'no PostgreSQL' : code === 'ECONNRESET' || code === 'EPIPE'
}

const CANNOT_CONNECT_NOW = '57P03'

/** Returns whether the server doesn't support TLS, for which the driver has no code. */
function isWithoutTls({ cause }: Error): boolean {
  return cause instanceof Error && /does not support SSL/i.test(cause.message)
}

/**
 * Opens the configured server without migrating it, for commands that must not change the schema.
 * @throws {StartError} if it is unreachable
 */
export async function openServerUnmigrated(config: Config): Promise<Database> {
  const { database, admin, close } = await openDatabase(config)
  try {
    await waitUntilReady(admin)
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
    const database = await open(
      config.databaseUrl,
      config.worker?.connections ?? doctorLimits.postgresConnections,
    )
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

/** Messages by the server's SQLSTATE. */
const CONNECTION_REJECTIONS: Record<string, string> = {
  '28P01': 'wrong password',
  '28000': 'access denied for this user',
  '3D000': 'it has no database with that name',
  '53300': 'it has no free connections',
  '57P03': 'it is starting or stopping',
  '57014': 'the query timed out',
  '55P03': 'a required table was locked for too long',
  '42501': 'the user may not create tables',
}

const PEER_FAILURES = {
  closed: 'the connection keeps closing',
  'no PostgreSQL': 'the server is not PostgreSQL',
  silent: 'connection timed out',
}

/** Explains why the database is unavailable, without its password; undefined for other failures. */
function describeFailure(databaseUrl: string, error: unknown): StartError | undefined {
  const code = faultCode(error instanceof DatabaseUnavailableError ? error.cause : error)
  const cannotBeUsed = `The database ${withoutCredentials(databaseUrl)} cannot be used:`
  if (code === PROTOCOL_VIOLATION) {
    const cause = error instanceof DatabaseUnavailableError ? error.cause : error
    const detail = cause instanceof Error ? `${code}: ${cause.message}` : code
    return new StartError(
      `${cannotBeUsed} it, or a pooler in front of it, rejected the connection (${detail}). Configure the pooler as described in docs/operations.md, "Behind a pooler".`,
    )
  }
  if (error instanceof DatabaseUnavailableError && isWithoutTls(error)) {
    return new StartError(
      `${cannotBeUsed} it does not use TLS, which the sslmode of DATABASE_URL requires. Enable TLS on the server, or remove sslmode if the network is trusted.`,
    )
  }
  if (isCertificateError(code)) {
    return new StartError(
      `${cannotBeUsed} ${connectionError(code)} (${code}). Set sslrootcert in DATABASE_URL to its authority’s certificate, and use the host name in the server’s certificate.`,
    )
  }
  if (error instanceof DatabaseUnavailableError && (code === 'ENOENT' || code === 'EACCES')) {
    const message = error.cause instanceof Error ? error.cause.message : code
    return new StartError(`${cannotBeUsed} a file or socket in DATABASE_URL cannot be opened (${message}).`)
  }
  // If there is no code, the driver timed out.
  const reason =
    error instanceof DatabaseUnavailableError && code === ''
      ? PEER_FAILURES[findPeer(error) ?? 'silent']
      : (connectionError(code) ?? CONNECTION_REJECTIONS[code])
  if (reason === undefined) return undefined
  const message = `${cannotBeUsed} ${reason}${code === '' ? '' : ` (${code})`}. Check that PostgreSQL is running and that DATABASE_URL is correct.`
  return Object.assign(new StartError(message), code === '' ? {} : { code })
}

/** PgBouncer also uses this error for an unknown connection setting. */
const PROTOCOL_VIOLATION = '08P01'
