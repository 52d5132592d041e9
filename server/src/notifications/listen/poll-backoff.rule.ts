/** Jitter, so that listeners don't all reconnect at the same moment after an outage. */
const JITTER = 0.2

/**
 * Returns the pause before the next request: doubled after each failure in a row, at least as long as the service
 * requests, and up to a maximum. `chance`, from 0 to 1, determines the jitter.
 */
export function pauseMs(
  { failures, retryAfterSeconds = 0 }: { failures: number; retryAfterSeconds?: number | undefined },
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  chance: number,
): number {
  const delayMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30))
  const jitteredMs = Math.round(delayMs * (1 - JITTER + 2 * JITTER * chance))
  return Math.max(jitteredMs, Math.min(retryAfterSeconds * 1_000, maxMs))
}
