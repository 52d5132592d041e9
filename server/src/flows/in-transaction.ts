import type { Transaction } from 'kysely'
import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { isWriteConflict } from '../store/database.ts'
import type { Schema } from '../store/schema.ts'
import { LostRace } from './lost-race.ts'

/**
 * Runs `work` in a transaction, and all of it again when another writer was in its way: of two that wait for each
 * other the database ends one, which has then written nothing.
 */
export async function inTransaction<Result>(
  { database: { kysely } }: Pick<Deps, 'database'>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt <= limits.writeAttempts; attempt++) {
    try {
      return await kysely.transaction().execute(work)
    } catch (error) {
      if (!isWriteConflict(error) && !(error instanceof LostRace)) throw error
    }
  }
  throw new Error(`a transaction lost ${limits.writeAttempts} races in a row`)
}
