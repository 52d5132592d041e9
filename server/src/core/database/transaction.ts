import { CompiledQuery, type Transaction } from 'kysely'
import type { Actor } from '../actor.ts'
import { limits } from '../config/limits.ts'
import type { Deps } from '../deps.ts'
import type { AuditAction } from '../enums.ts'
import { type BeginTransaction, isWriteConflict, runIn } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { retryIfMoved } from './retry-if-moved.ts'
import { OuterTransaction } from './savepoints.ts'
import type { Schema } from './schema.ts'
import { WriteConflictError } from './write-conflict.ts'

/** Context of a use case step: transaction, program and time. */
export interface TransactionContext {
  deps: Pick<Deps, 'ids' | 'config'>
  transaction: Transaction<Schema>
  programId: number
  at: Date
}

/** Returns the context with this actor for every transaction. */
export function contextWithActor<Context extends Pick<Deps, 'database'>>(
  context: Context,
  actor: Actor,
): Context {
  return contextWithBeginSql(context, (transaction) => setActor(transaction, actor))
}

/** Returns the context with additional SQL at the start of every transaction. */
export function contextWithBeginSql<Context extends Pick<Deps, 'database'>>(
  context: Context,
  begin: BeginTransaction,
): Context {
  const { onBegin = [] } = context.database
  return { ...context, database: { ...context.database, onBegin: [...onBegin, begin] } }
}

/** Returns the actor for a command: access is controlled by the machine, not by the service. */
export function commandActor(action: AuditAction, { now }: Deps['clock']): Actor {
  return { userId: null, keyId: null, action, requestId: null, now: () => now() }
}

/**
 * Runs `work` in a transaction with the context's setup (the actor for the audit log, a sandbox's clock), and retries
 * all of it on a write conflict. This is the only way to open one that writes an audited table. Within a transaction,
 * it opens a savepoint.
 */
export function withTransaction<Result>(
  { database }: Pick<Deps, 'database'>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const { kysely, outer, onBegin = [] } = database
  const begin = async (transaction: Transaction<Schema>) => {
    for (const hook of onBegin) await hook(transaction)
    return work(transaction)
  }
  return retryConflicts(() =>
    outer === undefined ? kysely.transaction().execute(begin) : outer.savepoint(begin),
  )
}

/** Returns the context with every statement and transaction joined to this transaction. */
export function joinTransaction<Context extends Pick<Deps, 'database'>>(
  context: Context,
  transaction: Transaction<Schema>,
): Context {
  const outer = new OuterTransaction(transaction)
  return {
    ...context,
    database: { ...context.database, kysely: transaction, run: runIn(transaction), outer, onBegin: [] },
  }
}

/**
 * Retries a write on conflicts, a limited number of times. On a deadlock, the database aborts one writer, which has
 * then written nothing.
 * @param attempt gets its number, starting at 1; a `WriteConflictError` or database conflict starts the next one
 */
async function retryConflicts<Result>(attempt: (number: number) => Promise<Result>): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await retryIfMoved(() => attempt(number))
    } catch (error) {
      if (!isWriteConflict(error) && !(error instanceof WriteConflictError)) throw error
      if (number < limits.writeAttempts) continue
      if (isDatabaseUnavailable(error)) throw error
      throw new Error(`a write failed with ${limits.writeAttempts} conflicts in a row`, { cause: error })
    }
  }
}

/** Sets the actor that the audit triggers read, until the end of the transaction. */
async function setActor(transaction: Transaction<Schema>, { now, ...actor }: Actor): Promise<void> {
  const { userId: user_id, keyId: key_id, action, requestId: request_id } = actor
  const text = literal(JSON.stringify({ at: now(), user_id, key_id, action, request_id }))
  // `set local` instead of `set_config`, because Citus propagates it to the nodes whose triggers read it. It accepts no
  // parameters.
  await transaction.executeQuery(CompiledQuery.raw(`set local affiliate.acting = ${text}`))
}

/** Quotes a text literal, valid under every setting of `standard_conforming_strings`. */
function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
