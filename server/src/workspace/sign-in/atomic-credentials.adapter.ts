import { APIError, type BetterAuthOptions } from 'better-auth'
import type { DBAdapter, DBTransactionAdapter } from 'better-auth/adapters'
import type { Kysely, Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { deleteUserSessions, hasSession } from '../accounts/sessions.sql.ts'
import { lockCredentials } from './credentials.sql.ts'
import { deleteUserVerifications } from './verifications.sql.ts'

/** Opens the library's own database adapter, on a connection or a transaction. */
type OpenAdapter = (options: BetterAuthOptions, queries: Queries) => Promise<DBAdapter>

interface AdapterOptions {
  open: OpenAdapter
  kysely: Kysely<Schema>
  /** The requesting session: changes to the account fail once it has ended. */
  sessionId: string | undefined
}

/**
 * Wraps the accounts library's database adapter to make credential changes atomic: a new password or second factor is
 * written together with the end of older sessions and unfinished sign-ins. The library itself does so in separate
 * steps.
 */
export function withAtomicCredentials(
  requested: AdapterOptions,
): (options: BetterAuthOptions) => Promise<DBAdapter> {
  return async (options) => {
    const inner = await requested.open(options, requested.kysely)
    return {
      ...atomicAdapter(inner, options, requested),
      transaction: (callback) =>
        inner.transaction((transaction) => callback(atomicAdapter(transaction, options, requested))),
    }
  }
}

function atomicAdapter(
  inner: DBTransactionAdapter,
  options: BetterAuthOptions,
  { open, kysely, sessionId }: AdapterOptions,
): DBTransactionAdapter {
  return {
    ...inner,
    async update<Row>(call: Parameters<DBTransactionAdapter['update']>[0]) {
      const credential = readCredentialChange(call)
      if (credential === undefined) return inner.update<Row>(call)
      return kysely.transaction().execute(async (transaction) => {
        if (call.model === 'user') await lockCredentials(transaction, readUserId(call))
        const row = await (await open(options, transaction)).update<Record<string, unknown>>(call)
        if (row === null) return null
        const userId = String(call.model === 'user' ? row.id : row.userId)
        await endOlderSessions(transaction, { written: credential, userId, sessionId })
        // safe because the library's own adapter returned it
        return row as Row
      })
    },
    async updateMany(call) {
      const change = readCredentialChange(call)
      if (change === undefined) return inner.updateMany(call)
      const userId = call.where.find(({ field }) => field === 'userId')?.value
      if (typeof userId !== 'string') throw new Error('a password is updated without a user ID')
      return kysely.transaction().execute(async (transaction) => {
        const count = await (await open(options, transaction)).updateMany(call)
        await endOlderSessions(transaction, { written: change, userId, sessionId })
        return count
      })
    },
    /**
     * Compares and sets a row by ID. The library's version selects the row in a subquery, so two concurrent requests
     * would both succeed, and a recovery code would work twice.
     */
    async incrementOne<Row>(call: Parameters<DBTransactionAdapter['incrementOne']>[0]) {
      const { model, where, increment, set } = call
      if (!where.some(({ field, operator = 'eq' }) => field === 'id' && operator === 'eq')) {
        throw new Error(`a conditional update of ${model} needs an ID`)
      }
      if (Object.keys(increment).length === 0 && set !== undefined) {
        return inner.update<Row>({ model, where, update: set })
      }
      // The ID selects the same row even if it has changed.
      if (where.length === 1) return inner.incrementOne<Row>(call)
      throw new Error(`a conditional increment of ${model} would not be atomic`)
    },
  }
}

function readUserId({ where }: Parameters<DBTransactionAdapter['update']>[0]): string {
  const id = where.find(({ field, operator = 'eq' }) => field === 'id' && operator === 'eq')?.value
  if (typeof id !== 'string') throw new Error('a second factor is updated without a user ID')
  return id
}

type CredentialChange = 'password' | 'second factor on' | 'second factor off'

function readCredentialChange({
  model,
  update,
}: {
  model: string
  update: Record<string, unknown>
}): CredentialChange | undefined {
  if (model === 'account' && 'password' in update) return 'password'
  if (model !== 'user' || !('twoFactorEnabled' in update)) return undefined
  return update.twoFactorEnabled === true ? 'second factor on' : 'second factor off'
}

/**
 * Ends older sessions. Runs after the write, so that the write's row lock serializes it and sessions ended by earlier
 * writes are visible here.
 */
async function endOlderSessions(
  transaction: Transaction<Schema>,
  {
    written,
    userId,
    sessionId,
  }: { written: CredentialChange; userId: string; sessionId: string | undefined },
): Promise<void> {
  const sessionExists = sessionId === undefined || (await hasSession(transaction, sessionId))
  // Another request changed the credentials and ended this session.
  if (!sessionExists) throw new APIError('UNAUTHORIZED')
  if (written !== 'second factor off') await deleteUserSessions(transaction, userId)
  if (written === 'password') await deleteUserVerifications(transaction, userId)
}
