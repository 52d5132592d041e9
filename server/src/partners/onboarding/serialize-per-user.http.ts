import pLimit, { type LimitFunction } from 'p-limit'
import { ApiError } from '../../core/errors/errors.http.ts'

/** Runs expensive work one at a time per user in this process. A second request waits, a third one is rejected. */
export function serializePerUser() {
  const places = new Map<string, { turns: LimitFunction; calls: number }>()
  return async <Result>(personId: string, work: () => Promise<Result>): Promise<Result> => {
    const place = places.get(personId) ?? { turns: pLimit(1), calls: 0 }
    if (place.calls > 1) throw tooManyAtOnce()
    places.set(personId, place)
    place.calls++
    try {
      return await place.turns(work)
    } finally {
      place.calls--
      if (place.calls === 0) places.delete(personId)
    }
  }
}

function tooManyAtOnce(): ApiError {
  return new ApiError(
    'rate_limited',
    'Two of these requests are already in progress. Wait for one of them to finish.',
    { retry_after_seconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}

const RETRY_AFTER_SECONDS = 1
