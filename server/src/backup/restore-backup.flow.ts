import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withdrawMails } from '../mail/mails.sql.ts'
import type { Config } from '../platform/config.ts'
import { unusableDataDir } from '../platform/data-dir.ts'
import { lockDataDir } from '../platform/data-dir-lock.ts'
import { type Database, openEmbedded } from '../platform/database.ts'
import type { Deps } from '../platform/deps.ts'
import { keptSecret, makeSecret, readSecretFile, secretPath } from '../platform/development-secret.ts'
import { EMBEDDED_SERVER_VERSION, embeddedFolder, restoringFolder } from '../platform/embedded-database.ts'
import { isBeingRestored, migrate, newestMigration, RESTORE_BROKEN_OFF } from '../platform/migrate.ts'
import { readVersion } from '../platform/version.ts'
import { verifyMoney } from '../reporting/verify-money.flow.ts'
import type { MoneyDifference } from '../reporting/verify-money.sql.ts'
import { verifyStatistics } from '../statistics/verify-statistics.flow.ts'
import type { StatDifference } from '../statistics/verify-stats.sql.ts'
import { BackupError, type BackupStore, type Engine } from './backup.ts'
import { countOwnObjects, markRestoring, readDatabaseFacts, unmarkRestoring } from './database-facts.sql.ts'
import { type FoundBackup, findBackup } from './find-backup.flow.ts'
import { checkRestorable } from './manifest.rule.ts'
import { requireTool, restoreDatabase } from './postgres-tools.adapter.ts'
import { checkArchive, readArchive } from './read-archive.flow.ts'
import { decideSecret, type RestoredSecret } from './restored-secret.rule.ts'
import { unpackFolder } from './tar-archive.adapter.ts'

export interface RestoreContext extends Pick<Deps, 'clock'> {
  config: Pick<Config, 'databaseUrl' | 'databaseAdminUrl' | 'dataDir' | 'env'>
  store: BackupStore
  /** Of the backup; undefined for the newest. */
  name: string | undefined
  passphrase: string | undefined
  /** APP_SECRET of the environment. */
  appSecret: string | undefined
  secretFile: string | undefined
  acceptsAnotherSecret: boolean
  openServer(): Promise<Database>
}

export interface RestoredBackup {
  name: string
  madeAt: string
  engine: Engine
  /** The migrations that the database has got now. */
  migrated: string[]
  /** Mails that waited when the backup was made: they are not sent any more. */
  mailsWithdrawn: number
  programs: number
  differences: StatDifference[]
  moneyDifferences: MoneyDifference[]
  secret: RestoredSecret['kind']
  /** Where it was written. */
  secretFile: string | undefined
}

/**
 * Restores a backup into an empty place: everything is checked before anything is written, and nothing is in its place
 * before all of it is. Then the schema is brought to the newest, and statistics and money are verified.
 * @throws {BackupError} why nothing was restored
 */
export async function restoreBackup(context: RestoreContext): Promise<RestoredBackup> {
  const found = await findBackup(context.store, context.name, context.passphrase)
  return context.config.databaseUrl === undefined
    ? restoreEmbedded(context, found)
    : restoreServer(context, found)
}

async function restoreServer(context: RestoreContext, found: FoundBackup): Promise<RestoredBackup> {
  const { databaseUrl = '', databaseAdminUrl = databaseUrl } = context.config
  const database = await context.openServer()
  try {
    const { serverVersion } = await readDatabaseFacts(database.kysely)
    requireRestorable(found, 'postgres', serverVersion)
    const objects = await countOwnObjects(database.kysely)
    if (objects > 0) {
      throw new BackupError(
        'target_not_empty',
        (await isBeingRestored(database.kysely))
          ? RESTORE_BROKEN_OFF
          : `The database of DATABASE_URL is not empty (${objects} tables, indexes and functions): make a new one, and restore into that.`,
      )
    }
    await requireTool('pg_restore', serverVersion)
    const secret = await findSecret(context, found)
    await checkArchive(found)
    const kept = await keepSecret(context, secret)
    // However it ends, nothing serves the database before the mails of the backup are withdrawn.
    await markRestoring(database.kysely)
    await restoreDatabase(databaseAdminUrl, readArchive(found))
    return { ...describe(found), ...(await bringUp(context, database)), ...kept }
  } finally {
    await database.close()
  }
}

async function restoreEmbedded(context: RestoreContext, found: FoundBackup): Promise<RestoredBackup> {
  const { dataDir } = context.config
  const unlock = lockDataDir(dataDir)
  try {
    const [folder, draft] = [embeddedFolder(dataDir), restoringFolder(dataDir)]
    if (existsSync(folder)) {
      throw new BackupError(
        'target_not_empty',
        `The data folder ${dataDir} holds a database already: set DATA_DIR to another folder, or move ${folder} away.`,
      )
    }
    requireRestorable(found, 'embedded', EMBEDDED_SERVER_VERSION)
    const secret = await findSecret(context, found)
    await checkArchive(found)
    // What a killed restore has left is no database.
    await rm(draft, { recursive: true, force: true })
    try {
      await mkdir(draft, { mode: 0o700 })
      await unpackFolder(readArchive(found), draft)
      await syncAll(draft)
      const database = await openEmbedded(draft)
      const verified = await bringUp(context, database).finally(() => database.close())
      const kept = await keepSecret(context, secret)
      await rename(draft, folder)
      await sync(dataDir)
      return { ...describe(found), ...verified, ...kept }
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw unusableDataDir(dataDir, error)
    }
  } finally {
    unlock()
  }
}

function requireRestorable({ manifest }: FoundBackup, engine: Engine, serverVersion: number) {
  checkRestorable(manifest, { engine, version: readVersion(), migration: newestMigration(), serverVersion })
}

/** Brings the schema to the newest, and looks whether everything adds up. */
async function bringUp({ clock }: RestoreContext, database: Database) {
  const migrated = await migrate(database, clock.now())
  // Whatever waited when the backup was made may have been sent since: nobody gets it a second time, weeks later.
  const mails = await database.kysely.transaction().execute(async (transaction) => {
    await unmarkRestoring(transaction)
    return withdrawMails(
      transaction,
      'It waited when the backup was made that was restored, and may have been sent since.',
    )
  })
  const statistics = await verifyStatistics(database)
  const money = await verifyMoney(database)
  return {
    migrated,
    mailsWithdrawn: mails,
    programs: statistics.programs.length,
    differences: statistics.differences,
    moneyDifferences: money.differences,
  }
}

function describe({ manifest: { name, madeAt, engine } }: FoundBackup) {
  return { name, madeAt, engine }
}

/** In production it comes from the environment alone. */
function isKeptInDataDir({ env }: Pick<Config, 'env'>): boolean {
  return env !== 'production'
}

async function findSecret(
  context: RestoreContext,
  { manifest, appSecret }: FoundBackup,
): Promise<RestoredSecret> {
  const { config, secretFile } = context
  if (secretFile !== undefined && ![undefined, appSecret].includes(readSecretFile(secretFile))) {
    throw new BackupError(
      'target_not_empty',
      `There is a file ${secretFile} already: name one that is not there.`,
    )
  }
  return decideSecret({
    inside: appSecret,
    print: manifest.appSecretPrint,
    given: context.appSecret ?? (isKeptInDataDir(config) ? keptSecret(config.dataDir) : undefined),
    isKeptInDataDir: isKeptInDataDir(config),
    secretFile,
    acceptsAnother: context.acceptsAnotherSecret,
  })
}

async function keepSecret(
  { config, secretFile, appSecret }: RestoreContext,
  secret: RestoredSecret,
): Promise<{ secret: RestoredSecret['kind']; secretFile: string | undefined }> {
  // A service does not make one beside a database that it finds.
  if (secret.kind === 'another' && appSecret === undefined && isKeptInDataDir(config))
    makeSecret(config.dataDir)
  if (secret.kind !== 'written') return { secret: secret.kind, secretFile: undefined }
  const isNamed = secret.to === 'file' && secretFile !== undefined
  if (!isNamed) await mkdir(config.dataDir, { recursive: true })
  const path = isNamed ? secretFile : secretPath(config.dataDir)
  // A restore that was broken off has written it already.
  if (readSecretFile(path) !== secret.secret) await writeNew(path, `${secret.secret}\n`)
  return { secret: 'written', secretFile: path }
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What was unpacked is on the disk before it counts. */
async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await sync(join(entry.parentPath, entry.name))
  }
  await sync(folder)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
