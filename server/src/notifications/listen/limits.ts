/** Limits. Each name ends with its unit. */
export const listenLimits = {
  /** What `affiliate listen` waits for an answer, beside the time that it asked the service to wait. */
  listenAnswerMs: 10_000,
  listenAnswerBytes: 1024 * 1024,
  /** What it may take to say goodbye. */
  listenGoodbyeMs: 1_000,
  /** It comes for more, and acknowledges, after this much forwarding at the latest. */
  listenForwardMs: 60_000,
  /** Before it tries again: then twice as long each time, up to the second. */
  listenRetryMs: 500,
  listenRetryMostMs: 15_000,
} as const
