import pLimit, { type LimitFunction } from 'p-limit'
import { limits } from '../config/limits.ts'
import { ApiError } from '../errors/errors.http.ts'

/** Reads that go over much, by what waits for what. */
type Line = 'preview' | 'breakdown'

interface Place {
  turns: LimitFunction
  /** Who stands in the line, the one whose turn it is included. */
  callers: number
}

const lines = new WeakMap<object, Record<Line, Place>>()

/** Has a piece of a caller's work done when its turn has come. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Does the long reads of a line one after another in this process, however many are asked for at once: together they hold
 * one connection and one core of the database, and sales have the others. A caller may take several turns, and others come
 * in between.
 * @param gone ends when nobody waits for the answer any more: nothing of it is begun then
 * @throws 503 `service_unavailable` when the line is full: nothing was done
 */
export async function inTurn<Result>(
  database: object,
  { line, gone }: { line: Line; gone: AbortSignal },
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  const known = lines.get(database) ?? { preview: newPlace(), breakdown: newPlace() }
  lines.set(database, known)
  const place = known[line]
  if (place.callers >= limits.longReadsInLine) throw lineIsFull()
  place.callers++
  const waiting = untilGone(gone)
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

/** Fails as soon as nobody waits any more, so that a place in the line is free at once. */
function untilGone(gone: AbortSignal): { gone: Promise<never>; forget: () => void } {
  let leave = () => {}
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(gone.reason)
  })
  // Where no turn was taken, nobody hears of it.
  left.catch(() => {})
  gone.addEventListener('abort', leave, { once: true })
  return { gone: left, forget: () => gone.removeEventListener('abort', leave) }
}

function lineIsFull(): ApiError {
  return new ApiError(
    'service_unavailable',
    `${limits.longReadsInLine} calls that read as much are under way or wait already. Nothing was done with this one: ` +
      `send it again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retry_after_seconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}

const RETRY_AFTER_SECONDS = 5
