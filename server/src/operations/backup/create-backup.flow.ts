import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { decideSecret, fingerprintSecret } from '../../core/config/app-secret.rule.ts'
import type { Config } from '../../core/config/config.ts'
import { unusableDataDir } from '../../core/config/data-dir.ts'
import { readVersion } from '../../core/config/version.ts'
import { DataDirInUseError, lockDataDir } from '../../core/database/data-dir-lock.ts'
import type { Database } from '../../core/database/database.ts'
import { isDistributed } from '../../core/database/distribute.ts'
import { rejectInterruptedRestore } from '../../core/database/migrate.ts'
import type { Deps } from '../../core/deps.ts'
import {
  type ArchiveKind,
  type BackupDraft,
  BackupError,
  type BackupStore,
  type DatabaseInfo,
  type Manifest,
} from './backup.ts'
import { backupName } from './backup-name.rule.ts'
import { copyEmbeddedDatabase } from './copy-embedded.flow.ts'
import { readDatabaseInfo, withSnapshot } from './database-info.sql.ts'
import { encryptManifest } from './encryption.flow.ts'
import { BACKUP_FORMAT } from './manifest.rule.ts'
import { dumpDatabase, requireTool } from './postgres-tools.adapter.ts'
import { recordBackup } from './record-backup.flow.ts'
import { packFolder } from './tar-archive.adapter.ts'
import { writeArchive } from './write-archive.flow.ts'

export interface BackupContext extends Pick<Deps, 'clock' | 'ids'> {
  config: Pick<Config, 'databaseUrl' | 'databaseAdminUrl' | 'dataDir' | 'appSecret'>
  store: BackupStore
  /** Undefined for an unencrypted backup, which doesn't contain APP_SECRET. */
  passphrase: string | undefined
  /** The file that contains `APP_SECRET` if the environment doesn't. */
  secretFile: string | undefined
  openServer(): Promise<Database>
}

export type CreatedBackup = Omit<Manifest, 'files' | 'seal' | 'appSecretPrint' | 'encryption'> & {
  location: string
  bytes: number
  isEncrypted: boolean
  hasAppSecret: boolean
}

/**
 * Backs up the database at one point in time while the service runs. The backup appears in the store when it is
 * complete.
 * @throws {BackupError}
 */
export async function createBackup(context: BackupContext): Promise<CreatedBackup> {
  // Taken before the snapshot, so that everything acknowledged by then is included.
  const at = context.clock.now()
  const name = backupName(at, context.ids.bytes(3))
  // Fails before reading anything if the store is unreachable or rejects the credentials.
  const draft = await context.store.begin(name)
  const createdBackup = await backUp({ ...context, at, name, draft })
  await recordBackup(context.config, context.openServer, { name, at })
  return createdBackup
}

async function backUp(unfinishedBackup: BegunBackup): Promise<CreatedBackup> {
  try {
    return await (unfinishedBackup.config.databaseUrl === undefined
      ? backUpEmbedded(unfinishedBackup)
      : backUpServer(unfinishedBackup))
  } catch (error) {
    // An unfinished backup has no manifest, so it doesn't count as a backup.
    await unfinishedBackup.draft.discard().catch(() => {})
    throw error
  }
}

interface BegunBackup extends BackupContext {
  at: Date
  name: string
  draft: BackupDraft
}

async function backUpServer(context: BegunBackup): Promise<CreatedBackup> {
  const { databaseUrl = '', databaseAdminUrl = databaseUrl } = context.config
  const database = await context.openServer()
  try {
    if (await isDistributed(database.kysely)) {
      throw new BackupError(
        'not_supported',
        'The database is distributed across a Citus cluster. Back up each node with PostgreSQL tools instead.',
      )
    }
    await rejectInterruptedRestore(database)
    await requireTool('pg_dump', (await readDatabaseInfo(database.kysely)).serverVersion)
    return await withSnapshot(database.kysely, async (snapshot, info) => {
      if (info.migration === '') {
        throw new BackupError(
          'nothing_to_back_up',
          "The database in DATABASE_URL has none of the service's tables. Set it to the value that the service uses.",
        )
      }
      return writeBackup(context, info, { kind: 'pg_dump', bytes: dumpDatabase(databaseAdminUrl, snapshot) })
    })
  } finally {
    await database.close()
  }
}

/** Copies the embedded database to a folder next to it, on the same disk with the same permissions. */
async function backUpEmbedded(context: BegunBackup): Promise<CreatedBackup> {
  const { dataDir } = context.config
  const work = join(dataDir, 'backup')
  const unlock = lockWork(work)
  const copy = join(work, 'copy')
  try {
    // A killed backup may have left its copy.
    await rm(copy, { recursive: true, force: true })
    const info = await copyEmbeddedDatabase(dataDir, copy)
    return await writeBackup(context, info, { kind: 'tar.gz', bytes: packFolder(copy) })
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  } finally {
    await rm(copy, { recursive: true, force: true })
    unlock()
  }
}

function lockWork(work: string): () => void {
  try {
    return lockDataDir(work)
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error
    throw new BackupError(
      'another_backup_runs',
      `Process ${error.pid} is already backing up this data folder. Wait until it finishes.`,
    )
  }
}

interface Archive {
  kind: ArchiveKind
  bytes: AsyncIterable<Uint8Array>
}

async function writeBackup(
  context: BegunBackup,
  { secretFingerprint, ...facts }: DatabaseInfo,
  archive: Archive,
): Promise<CreatedBackup> {
  const { store, config, passphrase, at, name, draft } = context
  decideSecret({
    stored: secretFingerprint,
    configured: config.appSecret,
    file: context.secretFile,
    acceptsNew: false,
  })
  const isEncrypted = passphrase !== undefined
  const { archiveBytes, files } = await writeArchive(draft, archive.bytes, passphrase)
  const described = {
    format: BACKUP_FORMAT,
    name,
    madeAt: at.toISOString(),
    version: readVersion(),
    engine: archive.kind === 'tar.gz' ? 'embedded' : 'postgres',
    ...facts,
    archive: archive.kind,
    archiveBytes,
  } as const
  const unencrypted: Omit<Manifest, 'seal'> = {
    ...described,
    files,
    encryption: isEncrypted ? 'age' : null,
    appSecretPrint: fingerprintSecret(config.appSecret),
  }
  await draft.finish(await encryptManifest(unencrypted, passphrase, config.appSecret))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { ...described, location: store.location, bytes, isEncrypted, hasAppSecret: isEncrypted }
}
