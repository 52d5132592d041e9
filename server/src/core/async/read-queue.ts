import pLimit, { type LimitFunction } from 'p-limit'
import { limits } from '../config/limits.ts'
import { ApiError } from '../errors/errors.http.ts'

/** The kinds of expensive reads. Each kind has its own queue. */
type Line = 'preview' | 'breakdown'

interface Place {
  turns: LimitFunction
  /** Number of queued callers, including the current one. */
  callers: number
}

const lines = new WeakMap<object, Record<Line, Place>>()

/** Runs one step of a caller's work when its turn comes. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs the expensive reads of a queue one at a time in this process, so that together they use one connection and one
 * core of the database. A caller may take several turns, with others in between.
 * @param gone aborts when the client disconnects, after which no further step starts
 * @throws 503 `service_unavailable` if the queue is full, before any work is done
 */
export async function inTurn<Result>(
  database: object,
  { line, gone }: { line: Line; gone: AbortSignal },
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  const known = lines.get(database) ?? { preview: newPlace(), breakdown: newPlace() }
  lines.set(database, known)
  const place = known[line]
  if (place.callers >= limits.maxQueuedReads) throw queueFull()
  place.callers++
  const waiting = rejectOnDisconnect(gone)
  try {
    return await work((piece) =>
      Promise.race([
        place.turns(() => {
          gone.throwIfAborted()
          return piece()
        }),
        waiting.gone,
      ]),
    )
  } finally {
    waiting.forget()
    place.callers--
  }
}

const newPlace = (): Place => ({ turns: pLimit(1), callers: 0 })

/** Rejects as soon as the client disconnects, which frees its place in the queue. */
function rejectOnDisconnect(gone: AbortSignal): { gone: Promise<never>; forget: () => void } {
  let leave = () => {}
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(gone.reason)
  })
  // If the caller never gets a turn, nothing else handles this rejection.
  left.catch(() => {})
  gone.addEventListener('abort', leave, { once: true })
  return { gone: left, forget: () => gone.removeEventListener('abort', leave) }
}

function queueFull(): ApiError {
  return new ApiError(
    'service_unavailable',
    `${limits.maxQueuedReads} expensive requests are already running or queued. This one was not processed; ` +
      `retry in ${RETRY_AFTER_SECONDS} seconds.`,
    { retry_after_seconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}

const RETRY_AFTER_SECONDS = 5
