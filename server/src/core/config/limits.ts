/** Limits shared by several areas, or of the infrastructure. Each name ends with its unit. */
export const limits = {
  bodyBytes: 64 * 1024,
  /**
   * How much of an oversized body is read and dropped, so that a client that is still sending gets the
   * response.
   */
  overlongBytes: 256 * 1024,
  /** How long sliced work may block the event loop. */
  sliceMs: 10,
  /** Smaller responses fit one packet anyway. */
  compressedFromBytes: 1_024,
  idChars: 255,
  urlChars: 2048,
  additionalDataBytes: 16 * 1024,
  additionalDataLevels: 10,
  customRangeDays: 1830,
  /** Currencies per installation. */
  currencies: 50,
  /** Per table scanned for uses of a missing currency. */
  currencyUsesMs: 5_000,
  /** Simulations or breakdowns of a process that are running or queued. */
  maxQueuedReads: 20,
  pageRows: 200,
  pageRowsDefault: 50,
  /** Most transactions and customers, and partners, per search. */
  searchMatches: 200,
  searchPartners: 20,
  csvPageRows: 500,
  idempotencyKeyChars: 255,
  /** Retention of idempotent responses: minimum and default, and maximum. */
  idempotencyHours: 24,
  maxIdempotencyHours: 30 * 24,
  /** How long a repeat waits for the first request. */
  idempotencyWaitMs: 1_500,
  responsePurgeRows: 1_000,
  responsePurgePrograms: 100,
  responsePurgeEveryMs: 60 * 60 * 1000,
  /** Applications per address, and per email and program. */
  applicationsPerAddress: 20,
  applicationsPerEmail: 5,
  applicationsMinutes: 60,
  /** A partner's inquiries about orders and days of a program; responses come at multiples of this. */
  questionsPerHour: 20,
  /** Queued refund requests per sale, or signup requests per customer. */
  maxQueuedRequests: 500,
  /** Minimum length of the installation's secret, whether set or in the data folder. */
  secretChars: 32,
  writeAttempts: 20,
  timelineChanges: 500,
  /** Statements the embedded database keeps prepared: more than the service uses at a time. */
  embeddedStatements: 500,
  /** Pause before reopening it again after a crash and a failed reopening. */
  embeddedReopenMs: 5_000,
  /** Connections of a process to the coordinator of its cluster. */
  postgresAdminConnections: 4,
  /**
   * Statement timeout of a request. With `connectTimeoutMs` and `silenceMs` it bounds the cost of a hung
   * database.
   */
  statementTimeoutMs: 2_250,
  /** How long a statement is retried while its shard moves, and the first pause, which doubles. */
  movedRetryMs: 2_000,
  movedPauseMs: 20,
  /** For a free or new connection. */
  connectTimeoutMs: 1_500,
  /** For a process's first connection: the database may be starting, too. */
  startTimeoutMs: 15_000,
  startRetryMs: 250,
  /**
   * Lock timeout of a migration, because all reads and writes of its table queue behind it. They run during the
   * pause; retries last up to 5 minutes.
   */
  /** How long a server may take to report a canceled statement before its connection is given up. */
  silenceMs: 250,
  /** Pause before reconnecting to a server that has become read-only. */
  readOnlyRetryMs: 1000,
  /** How often, and how long, a log line waits for a slow pipe reader. */
  logWriteTries: 50,
  logWritePauseMs: 20,
  /** Response time limit of reads and events; beyond it, 503. */
  answerMs: 4_000,
  /** Interval of measuring the event loop delay. */
  loopWatchMs: 100,
  /** Interval of logging an outage's failures; it is over when an interval had none. */
  outageReportMs: 10_000,
  /** Between two statements of a transaction. */
  idleTransactionMs: 30_000,
  keepAliveMs: 10_000,
  /** For connections to close when the process exits. */
  closeTimeoutMs: 500,
  /**
   * How long a refund or signup request waits for earlier ones of the same sale or customer; beyond it, nothing
   * was done.
   */
  queueWaitMs: 3_000,
  /** To receive a request's headers, and all of it. */
  requestHeadMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Idle connections; longer than proxies keep theirs, so that none sends a request into a closed connection. */
  idleConnectionMs: 72_000,
  /** How long a client may read nothing of a response. */
  stalledResponseMs: 60_000,
  /** To read the response to a malformed request before its connection is destroyed. */
  lastResponseMs: 500,
  connectionsCheckedEveryMs: 1_000,
  /** Connections of one process: total, and default and maximum per address. */
  connections: 5_000,
  connectionsPerAddress: 500,
  maxConnections: 1_000_000,
  drainTimeoutMs: 10_000,
  /** Maximum length of a socket path: 104 with its end on macOS, slightly more on Linux. */
  socketPathBytes: 103,
  /** Processes of one service on one machine. */
  workers: 128,
  /** For a worker to start; its database may be starting, too. */
  workerStartMs: 120_000,
  workerPingMs: 2_000,
  /** After this many unanswered pings in a row a worker is considered hung and replaced. */
  workerPingsMissed: 5,
  /** A worker that exits sooner counts as a failed start, and the next one waits a growing pause. */
  workerSettledMs: 10_000,
  workerRetryMs: 500,
  maxWorkerRetryMs: 30_000,
  /** This many failed starts in a row, while no worker serves, end the service. */
  workerFailures: 5,
  /** To read the last messages of a worker that has exited. */
  workerLastMessagesMs: 500,
  /** A worker being replaced: how long idle connections stay open, and the total time. */
  replacedIdleMs: 5_000,
  replacedDrainMs: 60_000,
  /** For a response of the primary. */
  primaryTimeoutMs: 1_000,
  /** While stopping: interval of closing idle connections. */
  idleConnectionsEveryMs: 50,
  /** While stopping: how long a partial request may take to arrive, and a response to be read. */
  stopArrivalMs: 3_000,
  stopResponsesMs: 8_000,
  /** The same for a worker being replaced. */
  replacedResponsesMs: 50_000,
  passwordTriesPerAccount: 20,
  passwordTriesMinutes: 15,
  readyTimeoutMs: 2_000,
  readyWriteEveryMs: 5_000,
  /** Per metric, because a scraper waits for all of them. */
  scrapeTimeoutMs: 2_000,
  redisTimeoutMs: 500,
  redisRetryMs: 5_000,
  /** Pause after a Redis failure. */
  redisPauseMs: 5_000,
  partnerCallsPerMinute: 300,
  /** Default and maximum. */
  mailsPerRecipientHour: 20,
  mailsPerRecipientHourMost: 1_000,
  mailKeptDays: 30,
  mailKeptDaysLeast: 7,
  mailKeptDaysMost: 3_650,
  /** Deliveries and their messages: default. */
  webhookKeptDays: 30,
  /** Twice as long as one is retried, and as long as a rotated secret may stay valid. */
  minWebhookKeptDays: 7,
  maxWebhookKeptDays: 3_650,
  /** Three times as long as a processor resends an event, also manually. */
  minProcessorEventDays: 90,
  maxProcessorEventDays: 36_500,
  backupsKept: 10_000,
  clickRetentionMonths: 1_200,
  /** For work the service does for a command, such as verifying years of events. */
  commandTimeoutMs: 30 * 60 * 1000,
  /** Rejected requests per program and their retention: defaults. */
  rejectedRequestsKept: 10_000,
  maxRejectedRequestsKept: 1_000_000,
  rejectedRequestDays: 30,
  maxRejectedRequestDays: 3_650,
} as const
