/** Infrastructure limits, and limits shared by several areas. Each name ends with its unit. */
export const limits = {
  bodyBytes: 64 * 1024,
  /**
   * How much of an oversized body is read and discarded, so that a client that is still sending receives the response.
   */
  maxDiscardedBytes: 256 * 1024,
  /** How long sliced work may block the event loop. */
  sliceMs: 10,
  /** Minimum size of compressed responses. Smaller ones fit into one packet even uncompressed. */
  compressedFromBytes: 1_024,
  maxIdLength: 255,
  maxUrlLength: 2048,
  additionalDataBytes: 16 * 1024,
  additionalDataLevels: 10,
  customRangeDays: 1830,
  /** Maximum number of currencies per installation. */
  currencies: 50,
  /** Timeout for each table scanned for uses of a missing currency. */
  currencyUsesMs: 5_000,
  /** Maximum number of simulations or breakdowns that a process has running or queued. */
  maxQueuedReads: 20,
  pageRows: 200,
  pageRowsDefault: 50,
  /** Maximum number of search results: transactions or customers, then partners. */
  searchMatches: 200,
  searchPartners: 20,
  csvPageRows: 500,
  /** Maximum number of rows that "select all matching" includes. */
  selectionRows: 5_000,
  maxIdempotencyKeyLength: 255,
  /** Retention of idempotent responses in hours. The first is the minimum and the default; the second is the maximum. */
  idempotencyHours: 24,
  maxIdempotencyHours: 30 * 24,
  /** How long a repeated request waits for the first one to finish. */
  idempotencyWaitMs: 1_500,
  responsePurgeRows: 1_000,
  responsePurgePrograms: 100,
  responsePurgeEveryMs: 60 * 60 * 1000,
  /** Maximum number of applications per IP address, and per email and program. */
  applicationsPerAddress: 20,
  applicationsPerEmail: 5,
  applicationsMinutes: 60,
  /**
   * Maximum number of order and day inquiries per partner and program. Response times are rounded up to multiples of
   * this.
   */
  inquiriesPerHour: 20,
  /** Maximum number of queued refund requests per sale, or signup requests per customer. */
  maxQueuedRequests: 500,
  /** Minimum length of the installation's secret, whether set or in the data folder. */
  minSecretLength: 32,
  writeAttempts: 20,
  timelineChanges: 500,
  /** Prepared statements that the embedded database keeps: more than the service uses at a time. */
  embeddedStatements: 500,
  /** Pause before the next attempt to reopen the crashed embedded database, after one has failed. */
  embeddedReopenMs: 5_000,
  /** Maximum number of connections from a process to its cluster's coordinator. */
  postgresAdminConnections: 4,
  /**
   * Statement timeout for a request. With `connectTimeoutMs` and `silenceMs` it bounds the cost of a hung database.
   */
  statementTimeoutMs: 2_250,
  /**
   * How long a statement is retried while its shard moves, and the first pause between attempts, which then doubles.
   */
  movedRetryMs: 2_000,
  movedPauseMs: 20,
  /** Timeout for getting a free or new connection. */
  connectTimeoutMs: 1_500,
  /** Timeout for a process's first connection: the database may still be starting. */
  startTimeoutMs: 15_000,
  startRetryMs: 250,
  /**
   * Lock timeout for a migration, because all reads and writes of its table queue behind it. Queued reads and writes
   * run during the pause; retries last up to 5 minutes.
   */
  /** How long a server may take to confirm a canceled statement before its connection is destroyed. */
  silenceMs: 250,
  /** Pause before reconnecting to a server that has become read-only. */
  readOnlyRetryMs: 1000,
  /** How often a log line is retried while a pipe's reader is slow, and the pause between attempts. */
  logWriteTries: 50,
  logWritePauseMs: 20,
  /** Response time limit of reads and tracking requests. After that, they get a 503. */
  responseMs: 4_000,
  /** How often the event loop delay is measured. */
  loopWatchMs: 100,
  /** How often failures during an outage are logged. The outage ends after an interval without failures. */
  outageReportMs: 10_000,
  /** Maximum time between two statements of a transaction. */
  idleTransactionMs: 30_000,
  keepAliveMs: 10_000,
  /** How long to wait for connections to close when the process exits. */
  closeTimeoutMs: 500,
  /**
   * How long a refund or signup request waits for earlier ones for the same sale or customer. After that, the request
   * is rejected unprocessed.
   */
  queueWaitMs: 3_000,
  /** Timeouts for receiving a request's headers and the whole request. */
  requestHeadMs: 10_000,
  requestTimeoutMs: 30_000,
  /**
   * Timeout for idle connections: longer than proxies' timeouts, so that no proxy sends a request on a closed
   * connection.
   */
  idleConnectionMs: 72_000,
  /** How long a client may stop reading a response. */
  stalledResponseMs: 60_000,
  /** How long a client may take to read the response to a malformed request before its connection is destroyed. */
  lastResponseMs: 500,
  connectionsCheckedEveryMs: 1_000,
  /** Connections per process: the total, then the default and the maximum per IP address. */
  connections: 5_000,
  connectionsPerAddress: 500,
  maxConnections: 1_000_000,
  drainTimeoutMs: 10_000,
  /** Maximum length of a socket path: macOS allows 104 bytes including the terminator, Linux slightly more. */
  socketPathBytes: 103,
  /** Maximum number of processes per service on one machine. */
  workers: 128,
  /** How long a worker may take to start. Its database may still be starting, too. */
  workerStartMs: 120_000,
  workerPingMs: 2_000,
  /** After this many unanswered pings in a row, a worker is considered hung and replaced. */
  workerPingsMissed: 5,
  /**
   * A worker that exits sooner is treated as a failed start. The pause before the next start grows with each failure.
   */
  workerSettledMs: 10_000,
  workerRetryMs: 500,
  maxWorkerRetryMs: 30_000,
  /** After this many failed starts in a row with no worker running, the service exits. */
  workerFailures: 5,
  /** How long an exited worker's last messages are read. */
  workerLastMessagesMs: 500,
  /** While a worker is replaced: how long idle connections stay open, and the total time. */
  replacedIdleMs: 5_000,
  replacedDrainMs: 60_000,
  /** Timeout for a response from the primary. */
  primaryTimeoutMs: 1_000,
  /** How often idle connections are closed while the process stops. */
  idleConnectionsEveryMs: 50,
  /** While the process stops: how long a partial request may take to arrive, and a response to be read. */
  stopArrivalMs: 3_000,
  stopResponsesMs: 8_000,
  /** The same limit on reading a response, for a worker that is being replaced. */
  replacedResponsesMs: 50_000,
  passwordTriesPerAccount: 20,
  passwordTriesMinutes: 15,
  readyTimeoutMs: 2_000,
  readyWriteEveryMs: 5_000,
  /** Timeout per metric, because a scraper waits for all of them. */
  scrapeTimeoutMs: 2_000,
  redisTimeoutMs: 500,
  redisRetryMs: 5_000,
  /** How long Redis is bypassed after a failure. */
  redisPauseMs: 5_000,
  partnerRequestsPerMinute: 300,
  /** Mails per recipient and hour: default and maximum. */
  mailsPerRecipientHour: 20,
  maxMailsPerRecipientHour: 1_000,
  mailRetentionDays: 30,
  minMailRetentionDays: 7,
  maxMailRetentionDays: 3_650,
  /** Retention of webhook deliveries and their messages: default, minimum and maximum. */
  webhookRetentionDaysDefault: 30,
  /** Twice as long as a delivery is retried and as a rotated secret may stay valid. */
  minWebhookRetentionDays: 7,
  maxWebhookRetentionDays: 3_650,
  /** Three times as long as a processor resends an event, including manual resends. */
  minProcessorEventDays: 90,
  maxProcessorEventDays: 36_500,
  backupsKept: 10_000,
  clickRetentionMonths: 1_200,
  /** Timeout for work on behalf of a command, such as verifying years of events. */
  commandTimeoutMs: 30 * 60 * 1000,
  /** Rejected requests kept per program and their retention: defaults and maximums. */
  rejectedRequestsKept: 10_000,
  maxRejectedRequestsKept: 1_000_000,
  rejectedRequestDays: 30,
  maxRejectedRequestDays: 3_650,
} as const
