import { CompiledQuery, type Transaction } from 'kysely'
import type { Actor } from '../actor.ts'
import { limits } from '../config/limits.ts'
import type { Deps } from '../deps.ts'
import type { AuditAction } from '../enums.ts'
import { type BeginTransaction, isWriteConflict, runIn } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { retryMoved } from './retry-moved.ts'
import { OuterTransaction } from './savepoints.ts'
import type { Schema } from './schema.ts'
import { WriteConflict } from './write-conflict.ts'

/** Where a step of a use case stands: in which transaction, of which program, at which instant. */
export interface TransactionContext {
  deps: Pick<Deps, 'ids' | 'config'>
  transaction: Transaction<Schema>
  programId: number
  at: Date
}

/** The same context, in which every transaction is the actor's. */
export function asActor<Context extends Pick<Deps, 'database'>>(context: Context, actor: Actor): Context {
  return beginningWith(context, (transaction) => setActor(transaction, actor))
}

/** The same context, in which every transaction begins with this too. */
export function beginningWith<Context extends Pick<Deps, 'database'>>(
  context: Context,
  begin: BeginTransaction,
): Context {
  const { onBegin = [] } = context.database
  return { ...context, database: { ...context.database, onBegin: [...onBegin, begin] } }
}

/** The actor of a command of the command line: who may run it is known to the machine, not to the service. */
export function commandActor(action: AuditAction, { now }: Deps['clock']): Actor {
  return { userId: null, keyId: null, action, requestId: null, now: () => now() }
}

/**
 * Runs `work` in a transaction that begins as the context says (who acts, for the audit log; the clock of a sandbox), and
 * runs all of it again when another writer was in its way. It is the only way to open a transaction that writes. In a
 * context that is part of a transaction already it is a savepoint of that one.
 */
export function withTransaction<Result>(
  { database }: Pick<Deps, 'database'>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const { kysely, outer, onBegin = [] } = database
  const begin = async (transaction: Transaction<Schema>) => {
    for (const first of onBegin) await first(transaction)
    return work(transaction)
  }
  return retryConflicts(() =>
    outer === undefined ? kysely.transaction().execute(begin) : outer.savepoint(begin),
  )
}

/** The same context, of which every statement and every transaction is part of this transaction. */
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
 * Tries a write again when another writer was in its way, a limited number of times: of two that wait for each other the
 * database ends one, which has then written nothing.
 * @param attempt gets its number, from 1; a `WriteConflict` or a write conflict starts the next one
 */
async function retryConflicts<Result>(attempt: (number: number) => Promise<Result>): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await retryMoved(() => attempt(number))
    } catch (error) {
      if (!isWriteConflict(error) && !(error instanceof WriteConflict)) throw error
      if (number < limits.writeAttempts) continue
      if (isDatabaseUnavailable(error)) throw error
      throw new Error(`a write lost ${limits.writeAttempts} races in a row`, { cause: error })
    }
  }
}

/** The audit triggers read it, and it ends with the transaction. */
async function setActor(transaction: Transaction<Schema>, { now, ...actor }: Actor): Promise<void> {
  const { userId: user_id, keyId: key_id, action, requestId: request_id } = actor
  const text = literal(JSON.stringify({ at: now(), user_id, key_id, action, request_id }))
  // `set local`, not `set_config`: a cluster passes it on to its nodes, whose triggers read it. It takes no parameters.
  await transaction.executeQuery(CompiledQuery.raw(`set local affiliate.acting = ${text}`))
}

/** A text literal that means the same under every setting of `standard_conforming_strings`. */
function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
