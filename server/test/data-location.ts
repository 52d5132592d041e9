import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import type { Database } from '../src/core/database/database.ts'
import { openEmbeddedIn } from '../src/core/database/embedded-database.ts'
import { makeDatabaseAhead } from './command.ts'
import { openTestDatabase } from './harness.ts'
import { newFolder } from './new-folder.ts'

/** The data of a real process: a folder for PGlite, or a database on PostgreSQL. */
export interface DataLocation {
  environment: Record<string, string>
  /** Reads or changes the data. The embedded database allows one process, so the service must be stopped. */
  look(work: (database: Database) => Promise<unknown>): Promise<void>
}

/** Opens a migrated data folder or database for one test and removes it afterwards. */
export async function openDataLocation(): Promise<DataLocation> {
  const DATA_DIR = newFolder()
  const source = inject('database')
  if (source.kind === 'embedded') {
    makeDatabaseAhead(DATA_DIR)
    return {
      environment: { DATA_DIR },
      async look(work) {
        const database = await openEmbeddedIn(DATA_DIR)
        await work(database).finally(() => database.close())
      },
    }
  }
  const { database, drop } = await openTestDatabase()
  onTestFinished(drop)
  return {
    environment: { DATA_DIR, DATABASE_URL: await readDatabaseUrl(source.url, database) },
    async look(work) {
      await work(database)
    },
  }
}

/** Returns the URL of a test's database for another process. @param url its server's URL */
export async function readDatabaseUrl(url: string, { kysely }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
  const address = new URL(url)
  address.pathname = `/${rows[0]?.name}`
  return address.toString()
}
