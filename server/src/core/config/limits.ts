/** Limits shared by several areas, or of the infrastructure. Each name ends with its unit. */
export const limits = {
  bodyBytes: 64 * 1024,
  /** What is read and dropped of a body that is too long, so that the answer reaches a client that is still sending. */
  overlongBytes: 256 * 1024,
  /** How long work that is done in slices may hold the event loop. */
  sliceMs: 10,
  /** A smaller answer fits one packet anyway. */
  compressedFromBytes: 1_024,
  idChars: 255,
  urlChars: 2048,
  additionalDataBytes: 16 * 1024,
  additionalDataLevels: 10,
  customRangeDays: 1830,
  /** That an installation takes. */
  currencies: 50,
  /** Of each table that is looked through for a currency which a list lacks. */
  currencyUsesMs: 5_000,
  /** Callers of a process whose previews, or breakdowns, are under way or wait for their turn. */
  longReadsInLine: 20,
  pageRows: 200,
  pageRowsDefault: 50,
  /** Transactions and customers, and partners, that one search looks at. */
  searchMatches: 200,
  searchPartners: 20,
  csvPageRows: 500,
  idempotencyKeyChars: 255,
  /** How long the answer of a call with such a key is kept at the least, and where nothing else is set; and at the most. */
  idempotencyHours: 24,
  idempotencyHoursMost: 30 * 24,
  /** How long a repeat waits for the first call to end. */
  idempotencyWaitMs: 1_500,
  answerPurgeRows: 1_000,
  answerPurgePrograms: 100,
  answerPurgeEveryMs: 60 * 60 * 1000,
  /** Applications of one address, and of one e-mail to one program. */
  applicationsPerAddress: 20,
  applicationsPerEmail: 5,
  applicationsMinutes: 60,
  /** Questions of a partner about orders and days of a program; an answer comes at a multiple of this. */
  questionsPerHour: 20,
  /** Refund calls of one sale, or signup calls of one customer, that wait for each other. */
  callsInLine: 500,
  /** The least that a secret of the installation has, where somebody sets it or it lies in the data folder. */
  secretChars: 32,
  writeAttempts: 20,
  timelineChanges: 500,
  /** The embedded database keeps so many statements prepared: more than the service has in use at a time. */
  embeddedStatements: 500,
  /** How long nobody tries again to open it, after it broke off and did not open. */
  embeddedReopenMs: 5_000,
  /** Of a process to the coordinator of its cluster. */
  postgresAdminConnections: 4,
  /** Of one statement of a request. With `connectTimeoutMs` and `silenceMs`, what a hung database costs a caller. */
  statementTimeoutMs: 2_250,
  /** How long a statement of a part that moves is tried again, and the first pause; each next one is twice as long. */
  movedRetryMs: 2_000,
  movedPauseMs: 20,
  /** For a connection, free or new. */
  connectTimeoutMs: 1_500,
  /** For the first connection of a process: a database may be started at the same time. */
  startTimeoutMs: 15_000,
  startRetryMs: 250,
  /**
   * For a lock of a migration: everybody's reads and writes of its table queue behind it. Then they go on for the pause, and it
   * is tried again, up to 5 minutes in all.
   */
  /** What a server that has given a statement up may take to say so, before its connection is given up. */
  silenceMs: 250,
  /** A connection to a server that only reads is tried anew no sooner than that. */
  readOnlyRetryMs: 1000,
  /** How often, and how long, a line of the log waits for a pipe whose reader is slow. */
  logWriteTries: 50,
  logWritePauseMs: 20,
  /** From a read or an event to its answer; past it, it is a 503. */
  answerMs: 4_000,
  /** How often it is measured by how much the event loop is behind. */
  loopWatchMs: 100,
  /** How often the failures of an outage are counted in the log; it is over when a period had none. */
  outageReportMs: 10_000,
  /** Between two statements of a transaction. */
  idleTransactionMs: 30_000,
  keepAliveMs: 10_000,
  /** For connections to say goodbye when the process ends. */
  closeTimeoutMs: 500,
  /** How long a refund or signup call waits for those before it of the same sale or customer; past it, nothing was done. */
  lineWaitMs: 3_000,
  /** For the head of a request to arrive, and for all of it. */
  requestHeadMs: 10_000,
  requestTimeoutMs: 30_000,
  /** A connection without a request; longer than proxies keep theirs, so that none sends one into a closed connection. */
  idleConnectionMs: 72_000,
  /** How long a client may take none of an answer. */
  stalledAnswerMs: 60_000,
  /** For the answer to a broken request to be read before its connection is destroyed. */
  lastAnswerMs: 500,
  connectionsCheckedEveryMs: 1_000,
  /** Of one process at once: in all, and from one address, where nothing else is set and at the most. */
  connections: 5_000,
  connectionsPerAddress: 500,
  connectionsMost: 1_000_000,
  drainTimeoutMs: 10_000,
  /** What the system takes as the path of a socket: 104 with its end on macOS, a little more on Linux. */
  socketPathBytes: 103,
  /** Processes of one service on one machine. */
  workers: 128,
  /** For a worker to be ready; its database may be starting too. */
  workerStartMs: 120_000,
  workerPingMs: 2_000,
  /** A worker that leaves so many pings in a row without an answer hangs, and is replaced. */
  workerPingsMissed: 5,
  /** A worker that ends sooner after its start has failed: the next is started after a growing pause. */
  workerSettledMs: 10_000,
  workerRetryMs: 500,
  workerRetryMostMs: 30_000,
  /** So many failed starts in a row of one worker, while none serves, end the service. */
  workerFailures: 5,
  /** For the last messages of a worker that has ended to be read. */
  workerLastMessagesMs: 500,
  /** Of a worker that is replaced: how long a connection that asks nothing stays open, and all it takes. */
  replacedIdleMs: 5_000,
  replacedDrainMs: 60_000,
  /** For an answer of the process that started the workers. */
  primaryTimeoutMs: 1_000,
  /** While the service stops: how often connections that have nothing under way are closed. */
  idleConnectionsEveryMs: 50,
  /** From then on: how long a call that has begun may take to arrive, and an answer to go out, before it is cut off. */
  stopArrivalMs: 3_000,
  stopAnswersMs: 8_000,
  /** The same of a worker that is replaced. */
  replacedAnswersMs: 50_000,
  passwordTriesPerAccount: 20,
  passwordTriesMinutes: 15,
  readyTimeoutMs: 2_000,
  readyWriteEveryMs: 5_000,
  /** For one number of the metrics: a scraper waits for all of them. */
  scrapeTimeoutMs: 2_000,
  redisTimeoutMs: 500,
  redisRetryMs: 5_000,
  /** How long a Redis that has failed is not asked again. */
  redisPauseMs: 5_000,
  partnerCallsPerMinute: 300,
  /** Where nothing else is set, and at the most. */
  mailsPerRecipientHour: 20,
  mailsPerRecipientHourMost: 1_000,
  mailKeptDays: 30,
  mailKeptDaysLeast: 7,
  mailKeptDaysMost: 3_650,
  /** Of deliveries and their messages, where nothing else is set. */
  webhookKeptDays: 30,
  /** Twice as long as one is tried, and as long as a secret that was rotated may go on. */
  webhookKeptDaysLeast: 7,
  webhookKeptDaysMost: 3_650,
  /** Three times as long as a processor sends an event again, also by hand. */
  processorEventDaysLeast: 90,
  processorEventDaysMost: 36_500,
  backupsKept: 10_000,
  clickRetentionMonths: 1_200,
  /** For work that a command has the running service do, such as verifying years of events. */
  commandTimeoutMs: 30 * 60 * 1000,
  /** RejectedRequests of a program, and how long they stay, where nothing else is set. */
  rejectedRequestsKept: 10_000,
  rejectedRequestsKeptMost: 1_000_000,
  rejectedRequestDays: 30,
  rejectedRequestDaysMost: 3_650,
} as const
