/**
 * Returns how many executions in the process a connection keeps its plans for. PostgreSQL keeps a generic plan after
 * five executions, even if its tables grow, and a plan made for a few rows scans the whole table, also inside functions
 * and foreign key checks. Small tables double soon, so their plans are renewed often.
 */
export function executionsBetweenPlans(done: number): number {
  return Math.min(Math.max(50, done / 2), 10_000)
}

/** Discards a connection's plans but nothing else. */
export const DISCARD_PLANS = 'discard plans'
