/** How far a pause may move either way, so that listeners who lost a service together do not come back together. */
const JITTER = 0.2

/**
 * How long to wait before the service is asked again: twice as long after each failure in a row, and never less than what
 * the service asks for, up to the same most. `chance` from 0 to 1 picks the jitter.
 */
export function pauseMs(
  { failures, retryAfterSeconds = 0 }: { failures: number; retryAfterSeconds?: number | undefined },
  { firstMs, mostMs }: { firstMs: number; mostMs: number },
  chance: number,
): number {
  const grown = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30))
  const jittered = Math.round(grown * (1 - JITTER + 2 * JITTER * chance))
  return Math.max(jittered, Math.min(retryAfterSeconds * 1_000, mostMs))
}
