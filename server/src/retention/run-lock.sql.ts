import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/** Any number: whoever archives clicks holds the advisory lock of this name. */
const RETENTION_LOCK = 7_046_029_256

/** The embedded database is in one process, and its one connection is for the work itself. */
const atWork = new WeakSet<Database>()

/**
 * Does what one process does at a time. A process that dies gives the lock back with its connection.
 * @returns undefined when another one is at it
 */
export async function aloneAtRetention<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (database.kind === 'postgres') return holdingLock(database, work)
  if (atWork.has(database)) return undefined
  atWork.add(database)
  try {
    return await work()
  } finally {
    atWork.delete(database)
  }
}

function holdingLock<Result>({ kysely }: Database, work: () => Promise<Result>): Promise<Result | undefined> {
  return kysely.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${sql.lit(RETENTION_LOCK)}) as got`.execute(connection)
    if (rows[0]?.got !== true) return undefined
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(RETENTION_LOCK)})`.execute(connection)
    }
  })
}
