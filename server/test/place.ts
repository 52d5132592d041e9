import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import type { Database } from '../src/core/database/database.ts'
import { openEmbeddedIn } from '../src/core/database/embedded-database.ts'
import { makeDatabaseAhead } from './command.ts'
import { openTestDatabase } from './harness.ts'
import { newFolder } from './new-folder.ts'

/** Where the data of a real process lives: a folder for PGlite, or a database on PostgreSQL. */
export interface Place {
  environment: Record<string, string>
  /** Looks into the data, or changes it. The embedded database has one user, so the process must be stopped. */
  look(work: (database: Database) => Promise<unknown>): Promise<void>
}

/** A place of the test's own, with its schema; gone after the test. */
export async function openPlace(): Promise<Place> {
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
    environment: { DATA_DIR, DATABASE_URL: await addressOfDatabase(source.url, database) },
    async look(work) {
      await work(database)
    },
  }
}

/** The address of a test's database, for a process of its own. @param url of its server */
export async function addressOfDatabase(url: string, { kysely }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
  const address = new URL(url)
  address.pathname = `/${rows[0]?.name}`
  return address.toString()
}
