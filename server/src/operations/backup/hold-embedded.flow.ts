import type { Database } from '../../core/database/database.ts'
import type { DatabaseFacts } from './backup.ts'
import { checkpoint, readDatabaseFacts } from './database-facts.sql.ts'

/** Pauses the embedded database during `work`, after all changes were written to its files. */
export async function holdEmbedded(
  { kysely }: Pick<Database, 'kysely'>,
  work: (facts: DatabaseFacts) => Promise<void>,
): Promise<void> {
  // The embedded database has one connection, so all other statements wait.
  await kysely.connection().execute(async (connection) => {
    await checkpoint(connection)
    await work(await readDatabaseFacts(connection))
  })
}
