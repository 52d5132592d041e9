import Type from 'typebox'
import type { Config } from '../../core/config/config.ts'
import { tryLockDataDir } from '../../core/database/data-dir-lock.ts'
import type { Database, Queries } from '../../core/database/database.ts'
import { openEmbeddedIn } from '../../core/database/embedded-database.ts'
import { findInstallation, saveBackedUp } from '../../core/database/installation.sql.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { callService, type ServiceCommand } from '../../core/processes/control-socket.ts'

const Made = Type.Object({ at: Type.String() })

/** Records in the database when it was last backed up, for metrics and the doctor. */
export const RECORD_BACKUP: ServiceCommand<typeof Made, null> = {
  name: 'note_backup',
  input: Made,
  async run({ database }, { at }) {
    await save(database.kysely, new Date(at))
    return null
  },
}

/** @throws {StartError} the backup is complete, and could not be noted */
export async function recordBackup(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  openServer: () => Promise<Database>,
  made: { name: string; at: Date },
): Promise<void> {
  try {
    if (databaseUrl !== undefined) return await saveIn(await openServer(), made.at)
    const unlock = tryLockDataDir(dataDir)
    if (unlock === undefined) {
      await callService(dataDir, RECORD_BACKUP, { at: made.at.toISOString() })
      return
    }
    try {
      await saveIn(await openEmbeddedIn(dataDir), made.at)
    } finally {
      unlock()
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `The backup ${made.name} is complete, but the database does not know of it, so its metric and the doctor call it late: ${why}`,
      { cause },
    )
  }
}

async function saveIn(database: Database, at: Date): Promise<void> {
  await save(database.kysely, at).finally(() => database.close())
}

/** An older schema has no place for it. */
async function save(queries: Queries, at: Date): Promise<void> {
  if ((await findInstallation(queries)) !== undefined) await saveBackedUp(queries, at)
}
