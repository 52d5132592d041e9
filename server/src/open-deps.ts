import { setTimeout } from 'node:timers/promises'
import { type Config, readConfig } from './core/config/config.ts'
import { placeOf } from './core/config/database-place.rule.ts'
import { limits } from './core/config/limits.ts'
import { keptSecret, standInSecret } from './core/config/secret-file.ts'
import { lockDataDir } from './core/database/data-dir-lock.ts'
import { type Database, openPostgres } from './core/database/database.ts'
import { DatabaseUnavailable, peerOf } from './core/database/database-unavailable.ts'
import { findEmbedded, openEmbeddedIn } from './core/database/embedded-database.ts'
import {
  migrate,
  readApplied,
  refuseHalfRestored,
  refuseUnknownSchema,
  requireMigrated,
} from './core/database/migrate.ts'
import { type Deps, systemClock, systemIds } from './core/deps.ts'
import { errorCode, StartError } from './core/errors/start-error.ts'
import { connectionFault, faultCode, isCertificateFault } from './core/http/connection-fault.rule.ts'
import { claimCurrencies } from './core/money/claim-currencies.flow.ts'
import { doctorLimits } from './operations/doctor/limits.ts'
import {
  type ClaimedSecret,
  checkSecret,
  claimSecret,
  type GivenSecret,
  type NewSecret,
} from './operations/setup/claim-secret.flow.ts'
import { createClickPartitions } from './tracking/clicks/create-click-partitions.job.ts'

/** The real dependencies of a process, with its migrated database; `close` gives everything back. */
export interface OpenDeps {
  deps: Deps
  /** The same for what goes over all programs or changes the schema: on a cluster it asks the coordinator. */
  admin: Deps
  /** The migrations that were applied now. */
  migrated: string[]
  /** That a new secret took the place of the previous one. */
  replacedSecret: ClaimedSecret['replaced']
  close(): Promise<void>
}

/** Whether a command begins with a new database where there is none, or has nothing to do there. */
export type Wanted = 'there or new' | 'there'

export interface OpenOptions {
  wanted?: Wanted
  /** That the operator goes on with a new `APP_SECRET`. */
  newSecret?: NewSecret | undefined
}

/**
 * Environment → configuration → database → migrations → partitions: what every command needs first. A worker finds
 * them done by the process that started it.
 * @throws {ConfigError} a setting cannot be used
 * @throws {StartError} the database does not answer, or is not there, another process holds the data folder, a restore was
 * broken off, the secret is not the database's, or the schema is newer, or for a worker older, than this version
 */
export async function openDeps(
  environment: NodeJS.ProcessEnv,
  { wanted = 'there or new', newSecret }: OpenOptions = {},
): Promise<OpenDeps> {
  if (wanted === 'there') requireDatabaseFolder(environment)
  const { config: found, given } = readGiven(environment, newSecret)
  const { database, admin: adminDatabase, close } = await openDatabase(found)
  try {
    await untilItAnswers(database)
    await untilItAnswers(adminDatabase)
    if (found.databaseUrl !== undefined) {
      await refuseHalfRestored(adminDatabase)
      if (wanted === 'there') await requireTables(found.databaseUrl, adminDatabase)
    }
    await refuseUnknownSchema(adminDatabase)
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
 * For a command that works with what is there: in a data folder that it was given by mistake, it would say of a new, empty
 * database that all is well.
 * @throws {StartError} when there is no embedded database where one is looked for, or it cannot be used
 */
export function requireDatabaseFolder(environment: NodeJS.ProcessEnv): void {
  const { databaseUrl, dataDir } = readConfig(environment)
  if (databaseUrl !== undefined) return
  if (findEmbedded(dataDir) !== undefined) return
  throw new StartError(
    `There is no database in the data folder ${dataDir}. Set DATA_DIR or DATABASE_URL to the service's value.`,
  )
}

/** The configuration, and the secret as far as it is known before the database is open. */
function readGiven(
  environment: NodeJS.ProcessEnv,
  accepted: NewSecret | undefined,
): { config: Config; given: GivenSecret } {
  let isFromFile = false
  let kept: string | undefined
  const config = readConfig(environment, ({ dataDir }) => {
    isFromFile = true
    kept = keptSecret(dataDir)
    return kept ?? standInSecret()
  })
  return { config, given: { secret: isFromFile ? kept : config.appSecret, isFromFile, accepted } }
}

async function requireTables(databaseUrl: string, database: Database): Promise<void> {
  if ((await readApplied(database)).length > 0) return
  throw new StartError(
    `The database ${placeOf(databaseUrl)} has none of the service's tables. Set DATABASE_URL to the service's value.`,
  )
}

/** A database that is being started, or takes a while to answer, is worth some patience; any other fault is told at once. */
async function untilItAnswers(database: Database): Promise<void> {
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

/** Also who closes at once: the proxy of a container is there before its database. What answers is what it will be. */
function isStarting(error: unknown): boolean {
  const code = errorCode(error)
  if (code === CANNOT_CONNECT_NOW) return true
  if (!(error instanceof DatabaseUnavailable) || isWithoutTls(error)) return false
  return code === undefined ? peerOf(error) !== 'no PostgreSQL' : code === 'ECONNRESET' || code === 'EPIPE'
}

const CANNOT_CONNECT_NOW = '57P03'

/** The driver has no code for it. */
function isWithoutTls({ cause }: Error): boolean {
  return cause instanceof Error && /does not support SSL/i.test(cause.message)
}

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

/** By the SQLSTATE of the server. */
const REFUSALS: Record<string, string> = {
  '28P01': 'it refused the password',
  '28000': 'it refused the user',
  '3D000': 'it has no database of that name',
  '53300': 'it has no free connections',
  '57P03': 'it is starting or stopping',
  '57014': 'connection timed out',
  '55P03': 'somebody held a table that is needed for too long',
  '42501': 'the user may not create tables',
}

const PEERS = {
  closed: 'the connection keeps closing',
  'no PostgreSQL': 'what answers there is no PostgreSQL',
  silent: 'connection timed out',
}

/** Why database unavailable, in words and without its password; undefined when it is another failure. */
function describeFailure(databaseUrl: string, error: unknown): StartError | undefined {
  const code = faultCode(error instanceof DatabaseUnavailable ? error.cause : error)
  const cannotBeUsed = `The database ${placeOf(databaseUrl)} cannot be used:`
  if (code === PROTOCOL_VIOLATION) {
    const said = error instanceof DatabaseUnavailable ? error.cause : error
    const words = said instanceof Error ? `${code}: ${said.message}` : code
    return new StartError(
      `${cannotBeUsed} it, or a pooler in front of it, refused the connection (${words}). Set up the pooler as docs/operations.md says, under "Behind a pooler".`,
    )
  }
  if (error instanceof DatabaseUnavailable && isWithoutTls(error)) {
    return new StartError(
      `${cannotBeUsed} it does not speak TLS, which the sslmode of DATABASE_URL asks for. Switch TLS on there, or take sslmode out where nobody can listen on the way.`,
    )
  }
  if (isCertificateFault(code)) {
    return new StartError(
      `${cannotBeUsed} ${connectionFault(code)} (${code}). Name the certificate of its authority by sslrootcert in DATABASE_URL, and the server as its certificate does.`,
    )
  }
  if (error instanceof DatabaseUnavailable && (code === 'ENOENT' || code === 'EACCES')) {
    const said = error.cause instanceof Error ? error.cause.message : code
    return new StartError(
      `${cannotBeUsed} a file or socket that DATABASE_URL names cannot be opened (${said}).`,
    )
  }
  // Without a code it was the driver that gave up.
  const reason =
    error instanceof DatabaseUnavailable && code === ''
      ? PEERS[peerOf(error) ?? 'silent']
      : (connectionFault(code) ?? REFUSALS[code])
  if (reason === undefined) return undefined
  return new StartError(
    `${cannotBeUsed} ${reason}${code === '' ? '' : ` (${code})`}. Check that PostgreSQL runs and that DATABASE_URL is right.`,
  )
}

/** Also what PgBouncer answers to a setting of a connection that it does not know. */
const PROTOCOL_VIOLATION = '08P01'
