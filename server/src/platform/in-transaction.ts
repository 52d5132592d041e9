import type { Transaction } from 'kysely'
import { limits } from './config.ts'
import { isWriteConflict } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import type { Deps } from './deps.ts'
import { LostRace } from './lost-race.ts'
import { retryMoved } from './retry-moved.ts'
import type { Schema } from './schema.ts'

/** Where a step of a use case stands: in which transaction, of which program, at which instant. */
export interface TransactionContext {
  deps: Pick<Deps, 'ids' | 'config'>
  transaction: Transaction<Schema>
  programId: number
  at: Date
}

/**
 * Runs `work` in a transaction, and all of it again when another writer was in its way: of two that wait for each
 * other the database ends one, which has then written nothing.
 */
export function inTransaction<Result>(
  { database: { kysely } }: Pick<Deps, 'database'>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return untilNobodyIsInTheWay(() => kysely.transaction().execute(work))
}

/**
 * Tries a write again when another writer was in its way, a limited number of times.
 * @param attempt gets its number, from 1; a `LostRace` or a write conflict starts the next one
 */
export async function untilNobodyIsInTheWay<Result>(
  attempt: (number: number) => Promise<Result>,
): Promise<Result> {
  for (let number = 1; number <= limits.writeAttempts; number++) {
    try {
      return await retryMoved(() => attempt(number))
    } catch (error) {
      if (!isWriteConflict(error) && !(error instanceof LostRace)) throw error
      if (number === limits.writeAttempts && isDatabaseUnavailable(error)) throw error
    }
  }
  throw new Error(`a write lost ${limits.writeAttempts} races in a row`)
}
