import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from './database-unavailable.ts'

const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 1_000

/**
 * Retries repeatable work while the database is unavailable, such as during a restart or shard move.
 * @param stop ends the retries early
 * @throws the last error if the next retry would start after `forMs`
 */
export async function retryUnavailable<Result>(
  work: () => Promise<Result>,
  { forMs, stop }: { forMs: number; stop?: AbortSignal | undefined },
): Promise<Result> {
  const until = performance.now() + forMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || stop?.aborted || performance.now() + pauseMs > until) throw error
    }
    // An abort during the pause leads to one last attempt.
    await pause(pauseMs, undefined, stop === undefined ? {} : { signal: stop }).catch(() => {})
  }
}
