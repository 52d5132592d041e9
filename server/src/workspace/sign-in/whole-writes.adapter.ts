import { APIError, type BetterAuthOptions } from 'better-auth'
import type { DBAdapter, DBTransactionAdapter } from 'better-auth/adapters'
import type { Kysely, Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { deleteSessionsOf, hasSession } from '../accounts/sessions.sql.ts'
import { lockCredentials } from './credentials.sql.ts'
import { deleteVerificationsOf } from './verifications.sql.ts'

/** Opens the library's own way to the database, or to a transaction on it. */
type Open = (options: BetterAuthOptions, queries: Queries) => Promise<DBAdapter>

interface Asked {
  open: Open
  kysely: Kysely<Schema>
  /** The session whose call this is: what it writes of its account holds only while that session does. */
  askedBy: string | undefined
}

/**
 * The account library's way to the database, where what must be one step is one: a password, or a second factor that is
 * switched on, is written together with the end of all that was begun without it. So nobody ever meets the new one beside
 * a session or a half-done sign-in of the old one; the library itself writes first and ends later.
 */
export function withWholeWrites(asked: Asked): (options: BetterAuthOptions) => Promise<DBAdapter> {
  return async (options) => {
    const inner = await asked.open(options, asked.kysely)
    return {
      ...whole(inner, options, asked),
      transaction: (callback) =>
        inner.transaction((transaction) => callback(whole(transaction, options, asked))),
    }
  }
}

function whole(
  inner: DBTransactionAdapter,
  options: BetterAuthOptions,
  { open, kysely, askedBy }: Asked,
): DBTransactionAdapter {
  return {
    ...inner,
    async update<Row>(call: Parameters<DBTransactionAdapter['update']>[0]) {
      const written = whatIsWritten(call)
      if (written === undefined) return inner.update<Row>(call)
      return kysely.transaction().execute(async (transaction) => {
        if (call.model === 'user') await lockCredentials(transaction, idOf(call))
        const row = await (await open(options, transaction)).update<Record<string, unknown>>(call)
        if (row === null) return null
        const userId = String(call.model === 'user' ? row.id : row.userId)
        await endWhatWasBegun(transaction, { written, userId, askedBy })
        // safe because it is what the library's own adapter answers
        return row as Row
      })
    },
    async updateMany(call) {
      const written = whatIsWritten(call)
      if (written === undefined) return inner.updateMany(call)
      const userId = call.where.find(({ field }) => field === 'userId')?.value
      if (typeof userId !== 'string') throw new Error('a password is written, and it is not said whose')
      return kysely.transaction().execute(async (transaction) => {
        const count = await (await open(options, transaction)).updateMany(call)
        await endWhatWasBegun(transaction, { written, userId, askedBy })
        return count
      })
    },
    /**
     * "One row where this holds, if it still does." The library's own looks the row up by a subquery: whoever waited for
     * the row then writes over what came to stand there meanwhile, so that a recovery code was good twice.
     */
    async incrementOne<Row>(call: Parameters<DBTransactionAdapter['incrementOne']>[0]) {
      const { model, where, increment, set } = call
      if (!where.some(({ field, operator = 'eq' }) => field === 'id' && operator === 'eq')) {
        throw new Error(`a row of ${model} is to change if it is as it was, and it is not said which`)
      }
      if (Object.keys(increment).length === 0 && set !== undefined) {
        return inner.update<Row>({ model, where, update: set })
      }
      // The id alone finds the same row however often it has changed.
      if (where.length === 1) return inner.incrementOne<Row>(call)
      throw new Error(`a number of ${model} is to grow under a condition, which would not be one step`)
    },
  }
}

function idOf({ where }: Parameters<DBTransactionAdapter['update']>[0]): string {
  const id = where.find(({ field, operator = 'eq' }) => field === 'id' && operator === 'eq')?.value
  if (typeof id !== 'string') throw new Error('a second factor is written, and it is not said whose')
  return id
}

type Written = 'password' | 'second factor on' | 'second factor off'

function whatIsWritten({
  model,
  update,
}: {
  model: string
  update: Record<string, unknown>
}): Written | undefined {
  if (model === 'account' && 'password' in update) return 'password'
  if (model !== 'user' || !('twoFactorEnabled' in update)) return undefined
  return update.twoFactorEnabled === true ? 'second factor on' : 'second factor off'
}

/** Runs after the write, whose lock on the row makes whoever writes the same wait: what he ended is seen here. */
async function endWhatWasBegun(
  transaction: Transaction<Schema>,
  { written, userId, askedBy }: { written: Written; userId: string; askedBy: string | undefined },
): Promise<void> {
  const stillThere = askedBy === undefined || (await hasSession(transaction, askedBy))
  // The password was changed, or a second factor switched on, by another call: then this one asks for nothing any more.
  if (!stillThere) throw new APIError('UNAUTHORIZED')
  if (written !== 'second factor off') await deleteSessionsOf(transaction, userId)
  if (written === 'password') await deleteVerificationsOf(transaction, userId)
}
