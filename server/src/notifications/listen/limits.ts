export const listenLimits = {
  /** Extra time for a response, in addition to the requested waiting time. */
  listenResponseMs: 10_000,
  listenResponseBytes: 1024 * 1024,
  /** Time allowed for closing the listener on shutdown. */
  listenGoodbyeMs: 1_000,
  /** Maximum forwarding time before the next poll, which acknowledges events. */
  listenForwardMs: 60_000,
  /** First retry delay, which is doubled up to the second value. */
  listenRetryMs: 500,
  listenRetryMostMs: 15_000,
} as const
