export const webhookLimits = {
  titleChars: 512,
  webhooksPerProgram: 10,
  webhookLookupMs: 3_000,
  webhookTimeoutMs: 15_000,
  webhookTestTimeoutMs: 8_000,
  webhookResponseBytes: 4 * 1024,
  webhookLeaseMs: 60_000,
  /** How long saving a result is retried while the database is unavailable; the lease is longer. */
  webhookSettleMs: 15_000,
  /** Four times the maximum of one program, so that hanging receivers of one program block no other. */
  webhookSendsAtOnce: 200,
  /** Per webhook. */
  webhookSendsEach: 5,
  webhookDispatchRows: 200,
  /** Programs processed per run. */
  webhookProgramsEach: 100,
  webhookPollMs: 1_000,
  webhookWakeMs: 50,
  webhookDrainMs: 5_000,
  webhookGraceHours: 7 * 24,
  webhookGraceHoursDefault: 24,
  webhookPurgeRows: 1_000,
  webhookPurgeEveryMs: 60 * 60 * 1000,
  /** Listeners per program. */
  listenersPerProgram: 5,
  /** How long a listener lives without being polled. */
  listenerKeptMs: 5 * 60 * 1000,
  listenersEndedEveryMs: 60_000,
  /** Maximum duration of a long poll, below the idle timeout of proxies. */
  listenerWaitSeconds: 25,
  /** How often a process checks for messages of waiting listeners. */
  listenerLookMs: 500,
  /** Concurrent long polls per process; further ones return at once. */
  listenersWaiting: 500,
  listenerEvents: 20,
  /** Events acknowledged per request. */
  listenerAcknowledged: 100,
} as const
