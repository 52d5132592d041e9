import pLimit, { type LimitFunction } from 'p-limit'
import { ApiError } from '../../core/errors/errors.http.ts'

/** Runs expensive work one at a time per user in this process. A second request waits; a third is rejected. */
export function serializePerUser() {
  const queues = new Map<string, { turns: LimitFunction; calls: number }>()
  return async <Result>(personId: string, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(personId) ?? { turns: pLimit(1), calls: 0 }
    if (queue.calls > 1) throw tooManyRequestsError()
    queues.set(personId, queue)
    queue.calls++
    try {
      return await queue.turns(work)
    } finally {
      queue.calls--
      if (queue.calls === 0) queues.delete(personId)
    }
  }
}

function tooManyRequestsError(): ApiError {
  return new ApiError(
    'rate_limited',
    'Two of these requests are already in progress. Wait for one of them to finish.',
    { retry_after_seconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}

const RETRY_AFTER_SECONDS = 1
