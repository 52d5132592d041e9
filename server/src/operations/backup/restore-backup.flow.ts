import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { decideSecret, fingerprintSecret, SecretError } from '../../core/config/app-secret.rule.ts'
import type { Config } from '../../core/config/config.ts'
import { unusableDataDir } from '../../core/config/data-dir.ts'
import { readSecretFile, readStoredSecret, secretPath } from '../../core/config/secret-file.ts'
import { readVersion } from '../../core/config/version.ts'
import { lockDataDir } from '../../core/database/data-dir-lock.ts'
import { type Database, openEmbedded } from '../../core/database/database.ts'
import { embeddedFolder, restoringFolder } from '../../core/database/embedded-database.ts'
import { EMBEDDED_SERVER_VERSION } from '../../core/database/embedded-engine.ts'
import { saveRestored } from '../../core/database/installation.sql.ts'
import {
  isBeingRestored,
  migrate,
  newestMigration,
  RESTORE_INTERRUPTED,
} from '../../core/database/migrate.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { withdrawMails } from '../../notifications/mail/mails.sql.ts'
import { withdrawDeliveries } from '../../notifications/webhooks/webhook-backlog.sql.ts'
import { verifyMoney } from '../../reports/performance/verify-money.flow.ts'
import type { MoneyDifference } from '../../reports/performance/verify-money.sql.ts'
import { verifyStatistics } from '../../statistics/verify-statistics.flow.ts'
import type { StatDifference } from '../../statistics/verify-stats.sql.ts'
import { BackupError, type BackupStore, type Engine } from './backup.ts'
import { countOwnObjects, markRestoring, readDatabaseInfo, unmarkRestoring } from './database-info.sql.ts'
import { type FoundBackup, findBackup } from './find-backup.flow.ts'
import { checkRestorable } from './manifest.rule.ts'
import { requireTool, restoreDatabase } from './postgres-tools.adapter.ts'
import { checkArchive, readArchive } from './read-archive.flow.ts'
import { unpackFolder } from './tar-archive.adapter.ts'

export interface RestoreContext extends Pick<Deps, 'clock'> {
  config: Pick<Config, 'databaseUrl' | 'databaseAdminUrl' | 'dataDir' | 'env'>
  store: BackupStore
  /** Name of the backup; undefined for the newest one. */
  name: string | undefined
  passphrase: string | undefined
  /** APP_SECRET from the environment. */
  appSecret: string | undefined
  secretFile: string | undefined
  acceptsNewSecret: boolean
  openServer(): Promise<Database>
}

export interface RestoredBackup {
  name: string
  madeAt: string
  engine: Engine
  /** Migrations applied by the restore. */
  migrated: string[]
  /** Number of emails and webhook deliveries that were pending when the backup was made. They were canceled. */
  mailsWithdrawn: number
  deliveriesWithdrawn: number
  programs: number
  differences: StatDifference[]
  moneyDifferences: MoneyDifference[]
  secret: RestoredSecret['kind']
  /** Path that APP_SECRET was written to. */
  secretFile: string | undefined
}

/** Whether APP_SECRET is unchanged, was written to a file, or was replaced by a new one. */
type RestoredSecret =
  | { kind: 'same'; fingerprint: string }
  | { kind: 'written'; fingerprint: string; secret: string; path: string }
  /** Without a fingerprint, the next start sets the secret. */
  | { kind: 'new'; fingerprint: string | null }

/**
 * Restores a backup into an empty database. Checks everything before writing, makes the database visible only when it
 * is complete, then migrates it and verifies statistics and amounts.
 * @throws {BackupError} if nothing was restored
 */
export async function restoreBackup(context: RestoreContext): Promise<RestoredBackup> {
  const backup = await findBackup(context.store, context.name, context.passphrase)
  return context.config.databaseUrl === undefined
    ? restoreEmbedded(context, backup)
    : restoreServer(context, backup)
}

async function restoreServer(context: RestoreContext, found: FoundBackup): Promise<RestoredBackup> {
  const { databaseUrl = '', databaseAdminUrl = databaseUrl } = context.config
  const database = await context.openServer()
  try {
    const { serverVersion } = await readDatabaseInfo(database.kysely)
    requireRestorable(found, 'postgres', serverVersion)
    const objects = await countOwnObjects(database.kysely)
    if (objects > 0) {
      throw new BackupError(
        'target_not_empty',
        (await isBeingRestored(database.kysely))
          ? RESTORE_INTERRUPTED
          : `The database in DATABASE_URL is not empty (${objects} tables, indexes and functions). Create a new one to restore into.`,
      )
    }
    await requireTool('pg_restore', serverVersion)
    const secret = findSecret(context, found)
    await checkArchive(found)
    const savedSecret = await saveSecret(context, secret)
    // No process may serve the database until the pending emails are canceled.
    await markRestoring(database.kysely)
    await restoreDatabase(databaseAdminUrl, readArchive(found))
    return { ...describe(found), ...(await migrateRestored(context, database, secret)), ...savedSecret }
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
        `The data folder ${dataDir} already has a database. Set DATA_DIR to another folder, or move ${folder} away.`,
      )
    }
    requireRestorable(found, 'embedded', EMBEDDED_SERVER_VERSION)
    const secret = findSecret(context, found)
    await checkArchive(found)
    // A killed restore may have left files.
    await rm(draft, { recursive: true, force: true })
    try {
      await mkdir(draft, { mode: 0o700 })
      await unpackFolder(readArchive(found), draft)
      await syncAll(draft)
      const database = await openEmbedded(draft)
      const verified = await migrateRestored(context, database, secret).finally(() => database.close())
      const savedSecret = await saveSecret(context, secret)
      await rename(draft, folder)
      await sync(dataDir)
      return { ...describe(found), ...verified, ...savedSecret }
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

const MAY_HAVE_BEEN_SENT = 'Canceled by a restore, because it may have been sent since the backup.'

/** Migrates the schema and verifies statistics and amounts. */
async function migrateRestored(
  { clock }: RestoreContext,
  database: Database,
  { fingerprint }: RestoredSecret,
) {
  const migrated = await migrate(database, clock.now())
  // Messages that were pending at the time of the backup may have been sent since.
  const withdrawn = await withTransaction({ database }, async (transaction) => {
    const now = clock.now()
    await unmarkRestoring(transaction)
    await saveRestored(transaction, fingerprint, now)
    return {
      mailsWithdrawn: await withdrawMails(transaction, MAY_HAVE_BEEN_SENT),
      deliveriesWithdrawn: await withdrawDeliveries(transaction, now, MAY_HAVE_BEEN_SENT),
    }
  })
  const statistics = await verifyStatistics(database)
  const money = await verifyMoney(database)
  return {
    migrated,
    ...withdrawn,
    programs: statistics.programs.length,
    differences: statistics.differences,
    moneyDifferences: money.differences,
  }
}

function describe({ manifest: { name, madeAt, engine } }: FoundBackup) {
  return { name, madeAt, engine }
}

/**
 * Finds the secret to use after the restore.
 * @throws {StartError} if the operator must decide
 */
function findSecret(context: RestoreContext, { manifest, appSecret: inside }: FoundBackup): RestoredSecret {
  const { config, secretFile, acceptsNewSecret } = context
  if (secretFile !== undefined && ![undefined, inside].includes(readSecretFile(secretFile))) {
    throw new BackupError('target_not_empty', `${secretFile} already exists. Choose a new file.`)
  }
  // In production, the secret only comes from the environment.
  const defaultFile = config.env === 'production' ? undefined : secretPath(config.dataDir)
  const own = context.appSecret ?? (defaultFile === undefined ? undefined : readStoredSecret(config.dataDir))
  const decision = decideSecret({
    stored: manifest.appSecretPrint,
    configured: own ?? inside,
    file: context.appSecret === undefined && defaultFile !== undefined ? resolve(defaultFile) : undefined,
    acceptsNew: acceptsNewSecret,
    hint:
      inside === undefined ? '' : ' The backup contains it: use --secret-file <file> to write it to a file.',
  })
  if (decision === 'new')
    return { kind: 'new', fingerprint: own === undefined ? null : fingerprintSecret(own) }
  const fingerprint = manifest.appSecretPrint
  if (own !== undefined || inside === undefined) return { kind: 'same', fingerprint }
  const path = secretFile ?? defaultFile
  if (path !== undefined) return { kind: 'written', fingerprint, secret: inside, path }
  throw new SecretError(
    'missing_secret',
    'APP_SECRET is not set. The backup contains it: write it to a file with --secret-file <file>, then set APP_SECRET before starting the service.',
  )
}

async function saveSecret(
  { config, secretFile }: RestoreContext,
  secret: RestoredSecret,
): Promise<{ secret: RestoredSecret['kind']; secretFile: string | undefined }> {
  if (secret.kind !== 'written') return { secret: secret.kind, secretFile: undefined }
  if (secretFile === undefined) await mkdir(config.dataDir, { recursive: true })
  // An interrupted restore has already written it.
  if (readSecretFile(secret.path) !== secret.secret) await writeNew(secret.path, `${secret.secret}\n`)
  return { secret: 'written', secretFile: secret.path }
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

/** Syncs extracted files to disk. */
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
