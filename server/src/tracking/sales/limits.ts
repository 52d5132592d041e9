import { DAY_MS } from '../../core/time/time.ts'

/** Limits. Each name ends with its unit. */
export const saleLimits = {
  occurredAtMaxAgeMs: 30 * DAY_MS,
  occurredAtMaxSkewMs: 5 * 60 * 1000,
  /** Of a process at a time: each has a connection while it waits for a row that another writer holds. */
  salesAlone: 6,
  /** How long a batch of sales waits for a row that another writer holds, before each of them goes by itself. */
  saleLockWaitMs: 100,
} as const
