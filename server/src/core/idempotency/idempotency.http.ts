import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { rejectAfter } from '../async/promise-timeout.ts'
import { limits } from '../config/limits.ts'
import { LOCK_NOT_AVAILABLE, type Queries, sqlState } from '../database/database.ts'
import { joinTransaction, withTransaction } from '../database/transaction.ts'
import { WriteConflictError } from '../database/write-conflict.ts'
import type { Deps } from '../deps.ts'
import { ApiError, invalidFieldError } from '../errors/errors.http.ts'
import { decryptSecret, encryptSecret, NONCE_BYTES } from '../privacy/secret-box.rule.ts'
import { HOUR_MS } from '../time/time.ts'
import {
  claimResponse,
  findResponse,
  type ResponseKey,
  type StoredResponse,
  storeResponse,
  waitForLocks,
} from './idempotent-responses.sql.ts'

/** Adds the header to an idempotent route's schema. */
export const idempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.maxIdempotencyKeyLength,
      description:
        'A unique value of your choice, one per operation. A repeated request with the same key is not executed again. ' +
        `It returns the first response, for at least ${limits.idempotencyHours} hours.`,
    }),
  ),
})

type CallContext = Pick<Deps, 'database' | 'clock' | 'ids' | 'config'>

/** An authorized request. */
export interface IdempotentRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** The caller. Keys are scoped to a person or management key. */
  actorId: string
  /** Undefined if the request belongs to no program. */
  programId: number | undefined
  /** Status code of a success. */
  status: number
}

/**
 * Executes a request and sends the response. With an `Idempotency-Key` it runs once: the response is stored in the
 * change's transaction and sent again for repeated requests, which wait while the first is in progress. Rejections and
 * failures change nothing and aren't stored, so the key can be reused.
 * @throws {ApiError} 400 for an invalid key; 409 `idempotency_key_reused` for a different body or URL,
 * `idempotency_key_in_use` if the first request takes longer than the wait
 */
export async function respondOnce<Result, Context extends CallContext>(
  context: Context,
  call: IdempotentRequest,
  work: (context: Context) => Promise<Result>,
): Promise<FastifyReply> {
  const { request, reply, status } = call
  const key = readIdempotencyKey(request)
  reply.code(status)
  if (key === undefined) return reply.send(await work(context))
  const responseKey: ResponseKey = {
    program_id: call.programId ?? 0,
    actor: call.actorId,
    operation: requireOperationId(request),
    key,
  }
  const done = await runInTurn(context.database.kysely, responseKey, () =>
    runOnce(context, call, responseKey, work),
  )
  if (done.isRepeat) reply.header('idempotent-replayed', 'true')
  return reply
    .code(done.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(done.text)
}

/** This process's unfinished requests with an idempotency key, per database. */
const inProgress = new WeakMap<Queries, Map<string, Promise<void>>>()

/**
 * Runs one request per key at a time in this process, so that waiting repeats hold no connection. Requests from other
 * processes wait in the database.
 */
async function runInTurn<Result>(
  database: Queries,
  responseKey: ResponseKey,
  work: () => Promise<Result>,
): Promise<Result> {
  const calls = inProgress.get(database) ?? new Map<string, Promise<void>>()
  inProgress.set(database, calls)
  const name = JSON.stringify(Object.values(responseKey))
  const endsAt = performance.now() + limits.idempotencyWaitMs
  for (let earlierRequest = calls.get(name); earlierRequest !== undefined; earlierRequest = calls.get(name)) {
    const remainingMs = endsAt - performance.now()
    const hasEnded =
      remainingMs > 0 &&
      (await rejectAfter(remainingMs, earlierRequest).then(
        () => true,
        () => false,
      ))
    if (!hasEnded) throw keyInUseError()
  }
  const result = work()
  const completion = result.then(
    () => {},
    () => {},
  )
  calls.set(name, completion)
  return result.finally(() => calls.delete(name))
}

/** Reads the header: 1 to 255 printable ASCII characters. No other code reads it. */
function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  const isKey =
    typeof header === 'string' && header.length <= limits.maxIdempotencyKeyLength && PRINTABLE.test(header)
  if (isKey) return header
  throw invalidFieldError(
    'Idempotency-Key',
    `Idempotency-Key must be 1 to ${limits.maxIdempotencyKeyLength} printable ASCII characters.`,
  )
}

const PRINTABLE = /^[\x20-\x7e]+$/

async function runOnce<Result, Context extends CallContext>(
  context: Context,
  { request, reply, status }: IdempotentRequest,
  responseKey: ResponseKey,
  work: (context: Context) => Promise<Result>,
): Promise<{ status: number; text: string; isRepeat: boolean }> {
  const fingerprint = fingerprintRequest(request)
  const { clock, ids, config } = context
  const now = clock.now()
  const expired = new Date(now.getTime() - config.idempotencyRetentionHours * HOUR_MS)
  return withTransaction(context, async (transaction) => {
    await waitForLocks(transaction, limits.idempotencyWaitMs)
    const isFirst = await claimResponse(transaction, responseKey, { fingerprint, now, expired }).catch(
      rejectInProgress,
    )
    if (!isFirst) {
      const storedResponse = await findResponse(transaction, responseKey)
      return { ...readStored(storedResponse, fingerprint, config.appSecret), isRepeat: true }
    }
    await waitForLocks(transaction, 'default')
    const result = await work(joinTransaction(context, transaction))
    const text = String(reply.serialize(result))
    const encrypted = encryptSecret(text, config.appSecret, ids.bytes(NONCE_BYTES))
    await storeResponse(transaction, responseKey, { status, response: encrypted })
    return { status, text, isRepeat: false }
  })
}

function readStored(
  storedResponse: StoredResponse | undefined,
  fingerprint: Buffer,
  appSecret: string,
): { status: number; text: string } {
  // The response has just expired and was deleted.
  if (storedResponse === undefined) throw new WriteConflictError()
  if (!Buffer.from(storedResponse.fingerprint).equals(fingerprint)) throw reusedKeyError()
  const { status, response } = storedResponse
  if (status === null || response === null) {
    throw new Error('an idempotent request was committed without its response')
  }
  return { status, text: decryptSecret(response, appSecret) }
}

function requireOperationId({ routeOptions: { schema } }: FastifyRequest): string {
  // safe because an operationId is a string wherever one is set (@fastify/swagger reads it)
  const { operationId } = (schema ?? {}) as { operationId?: string }
  if (operationId === undefined) throw new Error('an idempotent route needs an operationId')
  return operationId
}

/** Hashes the URL and the parsed body. JSON whitespace doesn't matter; field order does. */
function fingerprintRequest({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()
}

function rejectInProgress(error: unknown): never {
  throw sqlState(error) === LOCK_NOT_AVAILABLE ? keyInUseError() : error
}

function keyInUseError() {
  return new ApiError(
    'idempotency_key_in_use',
    'A request with this Idempotency-Key is still in progress. Retry in a moment.',
    { retry_after_seconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}

const RETRY_AFTER_SECONDS = 1

function reusedKeyError() {
  return new ApiError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used with a different URL or body. Use a new key.',
  )
}
