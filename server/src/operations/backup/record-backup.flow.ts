import Type from 'typebox'
import type { Config } from '../../core/config/config.ts'
import { tryLockDataDir } from '../../core/database/data-dir-lock.ts'
import type { Database, Queries } from '../../core/database/database.ts'
import { openEmbeddedIn } from '../../core/database/embedded-database.ts'
import { findInstallation, saveBackupTime } from '../../core/database/installation.sql.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { callService, type ServiceCommand } from '../../core/processes/control-socket.ts'

const BackupRecord = Type.Object({ at: Type.String() })

/** The command that records the time of the last backup, for metrics and the doctor. */
export const RECORD_BACKUP: ServiceCommand<typeof BackupRecord, null> = {
  name: 'note_backup',
  input: BackupRecord,
  async run({ database }, { at }) {
    await save(database.kysely, new Date(at))
    return null
  },
}

/**
 * Records that a backup was made.
 * @throws {StartError} if the backup is complete but could not be recorded
 */
export async function recordBackup(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  openServer: () => Promise<Database>,
  backup: { name: string; at: Date },
): Promise<void> {
  try {
    if (databaseUrl !== undefined) return await saveRecord(await openServer(), backup.at)
    const unlock = tryLockDataDir(dataDir)
    if (unlock === undefined) {
      await callService(dataDir, RECORD_BACKUP, { at: backup.at.toISOString() })
      return
    }
    try {
      await saveRecord(await openEmbeddedIn(dataDir), backup.at)
    } finally {
      unlock()
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `Backup ${backup.name} is complete but could not be recorded in the database, so metrics and the doctor will report it as late: ${reason}`,
      { cause },
    )
  }
}

async function saveRecord(database: Database, at: Date): Promise<void> {
  await save(database.kysely, at).finally(() => database.close())
}

/** Saves the time. Older schemas have no column for it. */
async function save(queries: Queries, at: Date): Promise<void> {
  if ((await findInstallation(queries)) !== undefined) await saveBackupTime(queries, at)
}
