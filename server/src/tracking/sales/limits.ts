import { DAY_MS } from '../../core/time/time.ts'

/** Limits of sales. Each name ends with its unit. */
export const saleLimits = {
  occurredAtMaxAgeMs: 30 * DAY_MS,
  occurredAtMaxSkewMs: 5 * 60 * 1000,
  /**
   * Number of sales that a process records individually at the same time. Each occupies a connection while it waits
   * for a locked row.
   */
  maxIndividualSales: 6,
  /** How long a batch waits for a locked row. After that, its sales are recorded one by one. */
  saleLockWaitMs: 100,
} as const
