/** How far a wait may move either way, so that what failed together does not come back together. */
const JITTER = 0.1

/**
 * When something is tried again after its attempt number `attempts` has failed at `failedAt`; undefined when it is
 * given up. `chance` from 0 to 1 picks the jitter.
 */
export function nextAttempt(
  waitsMs: readonly number[],
  { attempts, failedAt, chance }: { attempts: number; failedAt: Date; chance: number },
): Date | undefined {
  const wait = waitsMs[attempts - 1]
  if (wait === undefined) return undefined
  return new Date(failedAt.getTime() + Math.round(wait * (1 - JITTER + 2 * JITTER * chance)))
}
