import type { Database } from '../../core/database/database.ts'
import type { DatabaseInfo } from './backup.ts'
import { checkpoint, readDatabaseInfo } from './database-info.sql.ts'

/** Pauses the embedded database during `work`, after all changes were written to its files. */
export async function pauseEmbeddedDatabase(
  { kysely }: Pick<Database, 'kysely'>,
  work: (info: DatabaseInfo) => Promise<void>,
): Promise<void> {
  // The embedded database has one connection, so all other statements wait.
  await kysely.connection().execute(async (connection) => {
    await checkpoint(connection)
    await work(await readDatabaseInfo(connection))
  })
}
