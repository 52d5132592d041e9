/** Limits. Each name ends with its unit. */
export const webhookLimits = {
  titleChars: 512,
  webhooksPerProgram: 10,
  webhookLookupMs: 3_000,
  webhookTimeoutMs: 15_000,
  webhookTestTimeoutMs: 8_000,
  webhookAnswerBytes: 4 * 1024,
  webhookLeaseMs: 60_000,
  /** How long the result of an attempt is written again while the database is unavailable; the lease is longer. */
  webhookSettleMs: 15_000,
  /** Four times what the webhooks of one program may take, so that one whose receivers hang holds up no other. */
  webhookSendsAtOnce: 200,
  /** Of one webhook at once. */
  webhookSendsEach: 5,
  webhookDispatchRows: 200,
  /** Programs that one look for what is due takes up. */
  webhookProgramsEach: 100,
  webhookPollMs: 1_000,
  webhookWakeMs: 50,
  webhookDrainMs: 5_000,
  webhookGraceHours: 7 * 24,
  webhookGraceHoursDefault: 24,
  webhookPurgeRows: 1_000,
  webhookPurgeEveryMs: 60 * 60 * 1000,
  /** Of a program at once. */
  listenersPerProgram: 5,
  /** How long a listener waits for somebody to come for its messages before it ends. */
  listenerKeptMs: 5 * 60 * 1000,
  listenersEndedEveryMs: 60_000,
  /** How long one call waits for a message: less than what proxies take for silence. */
  listenerWaitSeconds: 25,
  /** How often a process looks for messages of all its listeners that wait. */
  listenerLookMs: 500,
  /** Calls of one process that wait; the next one is answered at once. */
  listenersWaiting: 500,
  listenerEvents: 20,
  /** Acknowledged in one call. */
  listenerAcknowledged: 100,
} as const
