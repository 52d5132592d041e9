import pLimit, { type LimitFunction } from 'p-limit'
import { limits } from '../config/limits.ts'
import { ApiError } from '../errors/errors.http.ts'

/** The kinds of expensive reads. Each kind has its own queue. */
type ReadKind = 'preview' | 'breakdown'

interface Queue {
  turns: LimitFunction
  /** Number of queued callers, including the current one. */
  callers: number
}

const queuesByDatabase = new WeakMap<object, Record<ReadKind, Queue>>()

/** Runs one step of a caller's work when its turn comes. */
export type RunStep = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs a queue's expensive reads one at a time in this process, so that together they use one connection and one core
 * of the database. A caller may take several turns, with others in between.
 * @param disconnected aborts when the client disconnects, after which no other step starts
 * @throws 503 `service_unavailable` if the queue is full, before any work is done
 */
export async function runInQueue<Result>(
  database: object,
  { queue: name, disconnected }: { queue: ReadKind; disconnected: AbortSignal },
  work: (runStep: RunStep) => Promise<Result>,
): Promise<Result> {
  const queues = queuesByDatabase.get(database) ?? { preview: newQueue(), breakdown: newQueue() }
  queuesByDatabase.set(database, queues)
  const queue = queues[name]
  if (queue.callers >= limits.maxQueuedReads) throw queueFullError()
  queue.callers++
  const disconnect = rejectOnDisconnect(disconnected)
  try {
    return await work((step) =>
      Promise.race([
        queue.turns(() => {
          disconnected.throwIfAborted()
          return step()
        }),
        disconnect.rejected,
      ]),
    )
  } finally {
    disconnect.forget()
    queue.callers--
  }
}

const newQueue = (): Queue => ({ turns: pLimit(1), callers: 0 })

/** Rejects as soon as the client disconnects, which frees its place in the queue. */
function rejectOnDisconnect(disconnected: AbortSignal): { rejected: Promise<never>; forget: () => void } {
  let rejectWait = () => {}
  const disconnection = new Promise<never>((_resolve, reject) => {
    rejectWait = () => reject(disconnected.reason)
  })
  // If the caller never gets a turn, nothing else handles this rejection.
  disconnection.catch(() => {})
  disconnected.addEventListener('abort', rejectWait, { once: true })
  return { rejected: disconnection, forget: () => disconnected.removeEventListener('abort', rejectWait) }
}

function queueFullError(): ApiError {
  return new ApiError(
    'service_unavailable',
    `${limits.maxQueuedReads} expensive requests are already running or queued. This one was not processed; ` +
      `retry in ${RETRY_AFTER_SECONDS} seconds.`,
    { retry_after_seconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}

const RETRY_AFTER_SECONDS = 5
