/** Jitter, so that items that failed together aren't retried together. */
const JITTER = 0.1

/**
 * Returns when to retry after attempt number `attempts` failed at `failedAt`; undefined to give up. `chance`, from 0 to
 * 1, determines the jitter.
 */
export function nextAttempt(
  waitsMs: readonly number[],
  { attempts, failedAt, chance }: { attempts: number; failedAt: Date; chance: number },
): Date | undefined {
  const wait = waitsMs[attempts - 1]
  if (wait === undefined) return undefined
  return new Date(failedAt.getTime() + Math.round(wait * (1 - JITTER + 2 * JITTER * chance)))
}
