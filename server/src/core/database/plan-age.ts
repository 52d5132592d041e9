/**
 * Returns the number of executions in the process after which a connection discards its plans. PostgreSQL keeps a
 * generic plan after five executions, even if its tables grow. A plan made for a few rows then scans the whole table,
 * also inside functions and foreign key checks. Small tables double soon, so their plans are renewed often.
 */
export function executionsBetweenPlans(done: number): number {
  return Math.min(Math.max(50, done / 2), 10_000)
}

/** Discards a connection's plans but nothing else. */
export const DISCARD_PLANS = 'discard plans'
