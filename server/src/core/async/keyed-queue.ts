import pLimit, { type LimitFunction } from 'p-limit'
import { limits } from '../config/limits.ts'
import { DatabaseUnavailableError } from '../database/database-unavailable.ts'
import { ApiError } from '../errors/errors.http.ts'

/**
 * Runs work after all earlier work with the same key, so that concurrent requests for one object use a single
 * connection.
 * @throws {ApiError} 503 `service_unavailable` if the queue is full or the wait is too long, before any work is done
 */
export type KeyedQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Creates independent queues for one type of request. */
export function createKeyedQueue(): KeyedQueue {
  const lines = new Map<string, { limit: LimitFunction; open: number }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { limit: pLimit(1), open: 0 }
    if (line.open >= limits.maxQueuedRequests) throw tooManyRequestsError()
    lines.set(key, line)
    line.open++
    const queuedAt = performance.now()
    try {
      return await line.limit(() => {
        const waitedMs = performance.now() - queuedAt
        if (waitedMs > limits.queueWaitMs)
          throw new DatabaseUnavailableError(new Error(`not started within ${waitedMs} ms`))
        return work()
      })
    } finally {
      line.open--
      if (line.open === 0) lines.delete(key)
    }
  }
}

function tooManyRequestsError(): ApiError {
  const message = 'Too many concurrent requests for the same object. Nothing was recorded; retry in a second.'
  return new ApiError('service_unavailable', message, { retry_after_seconds: 1 }, { 'retry-after': '1' })
}
