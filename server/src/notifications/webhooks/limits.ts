export const webhookLimits = {
  maxTitleLength: 512,
  webhooksPerProgram: 10,
  webhookLookupMs: 3_000,
  webhookTimeoutMs: 15_000,
  webhookTestTimeoutMs: 8_000,
  webhookResponseBytes: 4 * 1024,
  webhookLeaseMs: 60_000,
  /** How long saving a result is retried while the database is unavailable. The lease is longer. */
  webhookSettleMs: 15_000,
  /** Four times the maximum per program, so that one program's hanging receivers don't block others. */
  maxConcurrentWebhookSends: 200,
  /** Maximum number of concurrent deliveries per webhook. */
  webhookSendsEach: 5,
  webhookDispatchRows: 200,
  /** Number of programs processed per run. */
  webhookProgramsEach: 100,
  webhookPollMs: 1_000,
  webhookWakeMs: 50,
  webhookDrainMs: 5_000,
  webhookGraceHours: 7 * 24,
  webhookGraceHoursDefault: 24,
  webhookPurgeRows: 1_000,
  webhookPurgeEveryMs: 60 * 60 * 1000,
  /** Maximum number of listeners per program. */
  listenersPerProgram: 5,
  /** How long a listener is kept without being polled. */
  listenerKeptMs: 5 * 60 * 1000,
  listenersEndedEveryMs: 60_000,
  /** Maximum duration of a long poll, which is below the idle timeout of proxies. */
  listenerWaitSeconds: 25,
  /** How often a process checks for messages for waiting listeners. */
  listenerLookMs: 500,
  /** Maximum number of concurrent long polls per process. Additional ones return immediately. */
  listenersWaiting: 500,
  listenerEvents: 20,
  /** Maximum number of events acknowledged per request. */
  listenerAcknowledged: 100,
} as const
