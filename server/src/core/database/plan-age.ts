/**
 * How many executions in the process a connection's plans are used for. PostgreSQL keeps a generic plan once
 * five executions went well, even if its tables grow; a plan made for a few rows scans the whole table, also
 * inside functions and foreign key checks. Small tables double soon, so they are replanned often.
 */
export function executionsBetweenPlans(done: number): number {
  return Math.min(Math.max(50, done / 2), 10_000)
}

/** Discards a connection's plans and nothing else. */
export const DISCARD_PLANS = 'discard plans'
