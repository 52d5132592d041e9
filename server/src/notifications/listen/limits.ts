export const listenLimits = {
  /** Extra time for a response, beyond the requested waiting time. */
  listenResponseMs: 10_000,
  listenResponseBytes: 1024 * 1024,
  /** Time to end the listener when stopping. */
  listenGoodbyeMs: 1_000,
  /** Maximum forwarding time before the next poll, which acknowledges events. */
  listenForwardMs: 60_000,
  /** First retry delay, doubled up to the second. */
  listenRetryMs: 500,
  listenRetryMostMs: 15_000,
} as const
