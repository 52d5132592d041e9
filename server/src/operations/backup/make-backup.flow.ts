import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { decideSecret, fingerprintOf } from '../../core/config/app-secret.rule.ts'
import type { Config } from '../../core/config/config.ts'
import { unusableDataDir } from '../../core/config/data-dir.ts'
import { readVersion } from '../../core/config/version.ts'
import { DataDirInUse, lockDataDir } from '../../core/database/data-dir-lock.ts'
import type { Database } from '../../core/database/database.ts'
import { isDistributed } from '../../core/database/distribute.ts'
import { refuseHalfRestored } from '../../core/database/migrate.ts'
import type { Deps } from '../../core/deps.ts'
import {
  type ArchiveKind,
  type BackupDraft,
  BackupError,
  type BackupStore,
  type DatabaseFacts,
  type Manifest,
} from './backup.ts'
import { backupName } from './backup-name.rule.ts'
import { copyEmbedded } from './copy-embedded.flow.ts'
import { inSnapshot, readDatabaseFacts } from './database-facts.sql.ts'
import { BACKUP_FORMAT } from './manifest.rule.ts'
import { dumpDatabase, requireTool } from './postgres-tools.adapter.ts'
import { recordBackup } from './record-backup.flow.ts'
import { sealManifest } from './seal.flow.ts'
import { packFolder } from './tar-archive.adapter.ts'
import { writeArchive } from './write-archive.flow.ts'

export interface BackupContext extends Pick<Deps, 'clock' | 'ids'> {
  config: Pick<Config, 'databaseUrl' | 'databaseAdminUrl' | 'dataDir' | 'appSecret'>
  store: BackupStore
  /** Undefined for a backup that is not encrypted, which has no APP_SECRET inside. */
  passphrase: string | undefined
  /** Where `APP_SECRET` comes from, when it is not set in the environment. */
  secretFile: string | undefined
  /** Opens the server; the embedded database is in another process, or opened for the copy alone. */
  openServer(): Promise<Database>
}

export type CreatedBackup = Omit<Manifest, 'files' | 'seal' | 'appSecretPrint' | 'encryption'> & {
  place: string
  bytes: number
  isEncrypted: boolean
  hasAppSecret: boolean
}

/**
 * Makes a backup of one moment, while the service serves. It appears in its place when all of it is there.
 * @throws {BackupError} why there is none
 */
export async function makeBackup(context: BackupContext): Promise<CreatedBackup> {
  // Before the moment that is copied: whatever was acknowledged by then is inside.
  const at = context.clock.now()
  const name = backupName(at, context.ids.bytes(3))
  // A place that is not there, or takes no such key, is told of before anything is read and anybody waits.
  const draft = await context.store.begin(name)
  const made = await backUp({ ...context, at, name, draft })
  await recordBackup(context.config, context.openServer, { name, at })
  return made
}

async function backUp(begun: BegunBackup): Promise<CreatedBackup> {
  try {
    return await (begun.config.databaseUrl === undefined ? backUpEmbedded(begun) : backUpServer(begun))
  } catch (error) {
    // What cannot be thrown away stays without a manifest, and is none.
    await begun.draft.discard().catch(() => {})
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
        'The database is spread over a Citus cluster: back up each of its nodes with the tools of PostgreSQL.',
      )
    }
    await refuseHalfRestored(database)
    await requireTool('pg_dump', (await readDatabaseFacts(database.kysely)).serverVersion)
    return await inSnapshot(database.kysely, async (snapshot, facts) => {
      if (facts.migration === '') {
        throw new BackupError(
          'nothing_to_back_up',
          'The database of DATABASE_URL has no tables of the service: give this command the DATABASE_URL of the service.',
        )
      }
      return writeBackup(context, facts, { kind: 'pg_dump', bytes: dumpDatabase(databaseAdminUrl, snapshot) })
    })
  } finally {
    await database.close()
  }
}

/** The copy lies beside the database, where the disk is the same and nobody else may read. */
async function backUpEmbedded(context: BegunBackup): Promise<CreatedBackup> {
  const { dataDir } = context.config
  const work = join(dataDir, 'backup')
  const unlock = lockWork(work)
  const copy = join(work, 'copy')
  try {
    // One that was killed may have left its own.
    await rm(copy, { recursive: true, force: true })
    const facts = await copyEmbedded(dataDir, copy)
    return await writeBackup(context, facts, { kind: 'tar.gz', bytes: packFolder(copy) })
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
    if (!(error instanceof DataDirInUse)) throw error
    throw new BackupError(
      'another_backup_runs',
      `The process ${error.pid} makes a backup of this data folder: wait for it.`,
    )
  }
}

interface Archive {
  kind: ArchiveKind
  bytes: AsyncIterable<Uint8Array>
}

async function writeBackup(
  context: BegunBackup,
  { secretFingerprint, ...facts }: DatabaseFacts,
  archive: Archive,
): Promise<CreatedBackup> {
  const { store, config, passphrase, at, name, draft } = context
  decideSecret({
    stored: secretFingerprint,
    given: config.appSecret,
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
  const unsealed: Omit<Manifest, 'seal'> = {
    ...described,
    files,
    encryption: isEncrypted ? 'age' : null,
    appSecretPrint: fingerprintOf(config.appSecret),
  }
  await draft.finish(await sealManifest(unsealed, passphrase, config.appSecret))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { ...described, place: store.place, bytes, isEncrypted, hasAppSecret: isEncrypted }
}
