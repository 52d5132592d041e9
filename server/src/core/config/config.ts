import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { BASE_CURRENCY, type Currency, DEFAULT_CURRENCIES } from '../money/currency.ts'
import { parseCurrencyList } from '../money/currency-list.rule.ts'
import { type Mailbox, parseMailbox } from '../text/mail-address.rule.ts'
import { DAY_MS } from '../time/time.ts'
import { hideLogin } from './hide-login.rule.ts'
import { isPlaceholder, isRepetition } from './placeholder.rule.ts'
import { parseSmtpUrl, type SmtpServer } from './smtp-url.rule.ts'

/** Every limit, window and wait of the service, with its unit in its name. */
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
  titleChars: 512,
  additionalDataBytes: 16 * 1024,
  additionalDataLevels: 10,
  occurredAtMaxAgeMs: 30 * DAY_MS,
  occurredAtMaxSkewMs: 5 * 60 * 1000,
  repeatClickMs: 30 * 60 * 1000,
  testEventsCounted: 10,
  customRangeDays: 1830,
  /** That an installation takes. */
  currencies: 50,
  /** Of each table that is looked through for a currency which a list lacks. */
  currencyUsesMs: 5_000,
  /** A breakdown looks at so many of the newest clicks or sales, and shows so many values of clicks. */
  breakdownClicks: 100_000,
  breakdownSales: 100_000,
  breakdownValues: 5_000,
  /** Where these take longer than a statement may, the newest are looked at: so many times fewer. */
  breakdownFewerTimes: 10,
  /** Callers of a process whose previews, or breakdowns, are under way or wait for their turn. */
  longReadsInLine: 20,
  pageRows: 200,
  pageRowsDefault: 50,
  /** Transactions and customers, and partners, that one search looks at. */
  searchMatches: 200,
  searchPartners: 20,
  csvPageRows: 500,
  productPolicies: 1000,
  groupsPerProgram: 100,
  /** What the team writes down about one partner. */
  notesPerPartner: 200,
  noteChars: 2_000,
  tagsPerPartner: 20,
  tagsPerProgram: 200,
  tagChars: 40,
  activeApiKeys: 20,
  /** That work, in a workspace. */
  managementKeys: 100,
  managementKeyNameChars: 100,
  idempotencyKeyChars: 255,
  /** How long the answer of a call with such a key is kept at the least, and where nothing else is set; and at the most. */
  idempotencyHours: 24,
  idempotencyHoursMost: 30 * 24,
  /** How long a repeat waits for the first call to end. */
  idempotencyWaitMs: 1_500,
  answerPurgeRows: 1_000,
  answerPurgePrograms: 100,
  answerPurgeEveryMs: 60 * 60 * 1000,
  linksPerPartner: 100,
  /** Of the words of a join page, and of its terms. */
  joinWordsChars: 20_000,
  /** That a process has read, as HTML. */
  joinTextsKept: 100,
  questionsPerPage: 10,
  /** Of a form that is sent, all in all; and of the proof of work in it. */
  joinFormBytes: 64 * 1024,
  joinFormFields: 40,
  challengeChars: 2_000,
  challengeMinutes: 60,
  /** Applications of one address, and of one e-mail to one program. */
  applicationsPerAddress: 20,
  applicationsPerEmail: 5,
  applicationsMinutes: 60,
  /** An application is answered at a multiple of this, so that the time says nothing of what it came to. */
  joinAnswerMs: 250,
  /** So often it is noted that somebody applies again. */
  applicationsNoted: 10,
  decisionChars: 2_000,
  /** Questions of a partner about orders and days of a program; an answer comes at a multiple of this. */
  questionsPerHour: 20,
  questionAnswerMs: 250,
  /** Claims of a partner of a program: open at once, and made in a day. */
  openClaims: 20,
  claimsPerDay: 20,
  claimNoteChars: 2_000,
  /** Of each list beside a claim: clicks and customers of the partner. */
  claimEvidenceRows: 20,
  /** Counted for the navigation. */
  openClaimsCounted: 100,
  ownDaySales: 50,
  applicantAnswerChars: 5_000,
  applicantAnswerDays: 14,
  rejectedApplicationDays: 730,
  joinInvitationDays: 30,
  joinInvitationsOpen: 200,
  questionChars: 300,
  choicesPerQuestion: 10,
  choiceChars: 100,
  /** In base64 it fits a body. */
  logoBytes: 45 * 1024,
  logoCacheSeconds: 365 * 24 * 60 * 60,
  /** Beyond which a partner makes none himself; the team may give him more. */
  linksOfPartnersOwn: 20,
  clickBatchRows: 200,
  clickQueueRows: 20_000,
  /** Of one program, as its queue. */
  saleBatchRows: 50,
  saleQueueRows: 2_000,
  /** Refund calls of one sale, or signup calls of one customer, that wait for each other. */
  callsInLine: 500,
  /** Of a process at a time: each has a connection while it waits for a row that another writer holds. */
  salesAlone: 6,
  /** The least that a secret of the installation has, where somebody sets it or it lies in the data folder. */
  secretChars: 32,
  /** Cached, so that a click costs one call. */
  clickLinksKept: 10_000,
  /** How many values of its address a click tries as its link code. */
  clickCodes: 10,
  /** How long a retried click is recognized by its `event_id`, as `save_clicks` compares it too. */
  clickEventHours: 24,
  clickEventIdChars: 64,
  clickEventPurgeRows: 10_000,
  clickEventPurgeEveryMs: 60 * 60 * 1000,
  userAgentsKept: 2_000,
  /** Contents of clicks whose first id was taken. */
  renamedDimensionsKept: 1_000,
  writeAttempts: 20,
  keyUsesSavedMs: 60_000,
  refundsShown: 100,
  /** Of one explanation: what is told, and how much of each kind is read for it. */
  timelineItems: 200,
  timelineSales: 100,
  timelineCustomers: 20,
  timelineRejectedRequests: 100,
  timelineChanges: 500,
  timelineClicks: 20,
  /** Clicks looked through for other visits of a session, and names for the same one in other letters. */
  timelineClicksLooked: 50_000,
  timelineNamesLooked: 50_000,
  timelinePrograms: 20,
  /** How long a link to a timeline opens it, and how many a program has at a time. */
  shareLinkHours: 24,
  shareLinksPerProgram: 100,
  processorEventBytes: 1024 * 1024,
  processorEventLevels: 64,
  processorEventParts: 20_000,
  processorConnectMs: 15 * 60 * 1000,
  waitingRefundRows: 100,
  formerPrograms: 20,
  commissionsPerCall: 500,
  payoutsPerCall: 500,
  commissionChanges: 500,
  /** Of each part of what is exported of one person. */
  dataSubjectRows: 10_000,
  approvalBatchRows: 500,
  approvalEveryMs: 60_000,
  linksRolledUpEveryMs: 60 * 60 * 1000,
  secretWatchedEveryMs: 10_000,
  /** A change of the time zone computes the days itself: this finishes what was killed. */
  daysAssignedEveryMs: 60_000,
  payoutsPerBatch: 5_000,
  payoutBatchCommissions: 100_000,
  payoutPartners: 500,
  /** How far ahead the money of a SEPA file may leave. */
  executionDaysAhead: 90,
  /** How many partners of those who wait for one reason a batch names. */
  waitingPartners: 100,
  /** How long changed payout details wait, and how many changes a partner of a program makes in a day. */
  payoutDetailsWaitDays: 3,
  payoutDetailsPerDay: 10,
  payoutDetailsRows: 50,
  /** Batches that a schedule makes of one program before the next program has its turn. */
  scheduledBatches: 20,
  scheduledPayoutsEveryMs: 60 * 60 * 1000,
  /** Of a list of partners: its body, its characters, and what it may hold. */
  partnerFileBytes: 1024 * 1024,
  partnerFileChars: 500_000,
  partnerFileRows: 2_000,
  partnerFileColumns: 50,
  payoutFileBytes: 2 * 1024 * 1024,
  payoutFileRows: 5_000,
  payoutFileColumns: 100,
  invoicePageRows: 5_000,
  invoiceLinesPrinted: 500,
  moneyDifferencesShown: 100,
  /** Of a preview of a commission policy: days back, sales looked at, for how long, rows at a time, and partners listed. */
  previewDays: 365,
  previewDaysDefault: 30,
  previewSales: 1_000_000,
  previewMs: 20_000,
  previewPageRows: 500,
  previewPartners: 20,
  previewPolicyVersions: 10_000,
  /** Of each process; fewer where the server does not take as many. */
  postgresConnections: 10,
  /** The embedded database keeps so many statements prepared: more than the service has in use at a time. */
  embeddedStatements: 500,
  /** How long nobody tries again to open it, after it broke off and did not open. */
  embeddedReopenMs: 5_000,
  /** A worker with fewer could not serve. */
  postgresConnectionsLeast: 2,
  /** Of a process to the coordinator of its cluster. */
  postgresAdminConnections: 4,
  /** Of one statement of a request. With `connectTimeoutMs` and `silenceMs`, what a hung database costs a caller. */
  statementTimeoutMs: 2_250,
  /** Of one statement of a job, a migration or the demo, which nobody waits for. */
  jobStatementTimeoutMs: 60_000,
  analyzedEveryMs: 10_000,
  /** Whoever has so many rows in a table, and this share of all, must be known to the server's planner. */
  analyzedRows: 20,
  analyzedShare: 0.0005,
  /** Which he is when a tenth of his rows is expected. */
  analyzedTimes: 10,
  /** Where more have rows, somebody new is taken for one of many, and not for one who has none. */
  analyzedMostOwners: 1_000,
  analyzedLockWaitMs: 1_000,
  analyzedLeftMs: 5 * 60 * 1000,
  moneyStatementTimeoutMs: 300_000,
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
  /** From a click's arrival to its commit; past it, the click is given up. */
  clickWaitMs: 3_500,
  /** Before a click is tried again whose program's days are being counted anew; then twice as long each time. */
  clickAgainMs: 50,
  /** From a sale's arrival to the end of its batch; past it, nobody knows whether it was recorded. */
  saleWaitMs: 3_500,
  /** How long a refund or signup call waits for those before it of the same sale or customer; past it, nothing was done. */
  lineWaitMs: 3_000,
  /** How long a batch of sales waits for a row that another writer holds, before each of them goes by itself. */
  saleLockWaitMs: 100,
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
  sessionDays: 7,
  passwordResetMinutes: 60,
  deviceCookieDays: 365,
  passwordTriesPerAccount: 20,
  passwordTriesMinutes: 15,
  membersPerWorkspace: 500,
  invitationsPerWorkspace: 100,
  invitationDays: 7,
  workspacesPerUser: 50,
  clickPartitionMonthsAhead: 3,
  clickPartitionsEveryMs: 24 * 60 * 60 * 1000,
  /** How long all clicks may be kept waiting to make a partition: for what comes by itself, and for a sandbox. */
  clickPartitionWaitMs: 2_000,
  sandboxPartitionWaitMs: 500,
  /** When that was in vain, no sandbox keeps them waiting again for so long. */
  sandboxPartitionPauseMs: 15_000,
  /** How far the clock of a sandbox goes at once, and in all ahead of the real one. */
  clockDaysEach: 366,
  clockDaysAhead: 1_830,
  durationChars: 64,
  /** So many times `approvalBatchRows` are approved where a clock moves; what is left the job takes. */
  clockApprovalBatches: 10,
  readyTimeoutMs: 2_000,
  readyWriteEveryMs: 5_000,
  /** For one number of the metrics: a scraper waits for all of them. */
  scrapeTimeoutMs: 2_000,
  redisTimeoutMs: 500,
  redisRetryMs: 5_000,
  /** How long a Redis that has failed is not asked again. */
  redisPauseMs: 5_000,
  /** Mails that one process sends at once; each has a connection of its own. */
  mailsAtOnce: 10,
  mailPollMs: 1_000,
  mailWakeMs: 50,
  mailDrainMs: 5_000,
  /** Of a mail server: to connect, to greet, and between two words of it; then of all of one attempt. */
  mailConnectMs: 10_000,
  mailGreetingMs: 10_000,
  mailSilenceMs: 15_000,
  mailAttemptMs: 45_000,
  /** Twice what an attempt may take: whoever holds a claim has ended, or noted what came of it. */
  mailLeaseMs: 120_000,
  /** How long it is tried to note what came of a mail while the database is away, and how often. */
  mailNoteMs: 10 * 60 * 1000,
  mailNoteEveryMs: 1_000,
  /** A mail that tells of what was is not sent later than this. */
  mailSendDays: 3,
  /** People of one workspace that are told of one thing. */
  mailRecipients: 100,
  /**
   * Partners are told of the quarters of an hour that are over: how often it is looked for what is not told, how far back, and
   * how much of it a run takes, of a program and of one partner.
   */
  partnerNewsEachMs: 15 * 60 * 1000,
  partnerNewsEveryMs: 5 * 60 * 1000,
  partnerNewsDays: 2,
  partnerNewsPartners: 1_000,
  partnerNewsItems: 5_000,
  /** Of what one mail tells; the rest is summed up. */
  mailLines: 20,
  /** Mails that one statement writes. */
  mailsPerWrite: 500,
  /** Of a mail server's answer, what is kept. */
  mailErrorChars: 500,
  /** Of a workspace, in a day: how many invitations are mailed, and how many of them to one address. */
  invitationMailsEach: 200,
  invitationMailsToOne: 3,
  /** Of a workspace, in a day: how many partners of imported lists are mailed. */
  importMailsEach: 500,
  /** One link to set a password is mailed to an address in this time, however often it is asked for. */
  passwordMailMinutes: 5,
  /** A link that a partner signs in by works for so long, and one is mailed to an address in the second time. */
  partnerSignInMinutes: 15,
  partnerSignInMailMinutes: 3,
  partnerSessionDays: 30,
  /** One by a link that the team copied, however it is used. */
  copiedSessionDays: 1,
  /** Before a session is noted as seen again, and lasts longer. */
  partnerSessionSeenMs: 60 * 60 * 1000,
  /** That are open; the one that was seen last ends when there is one more. */
  partnerSessions: 50,
  /** To enter by an address of a visit; how long a member's look at a portal, and one in a frame of a program's pages, lasts. */
  delegatedSessionTicketMs: 60_000,
  viewMinutes: 30,
  embedMinutes: 60,
  /** That a program lists: a header has to hold them. */
  embedOrigins: 10,
  partnerCallsPerMinute: 300,
  /** Of one account; how long a browser may take over one; and what its name and its answer may have. */
  partnerPasskeys: 20,
  passkeyMinutes: 5,
  passkeyNameChars: 60,
  passkeyAnswerChars: 16_384,
  /** How long ago a partner may have signed in for what concerns his account as a whole. */
  partnerFreshMinutes: 15,
  /** Programs that one account is closed in, and rows of each kind and program in its export. */
  closedPrograms: 10_000,
  partnerExportRows: 10_000,
  /** How long after a partner closed his account it is looked at for the first time whether his payout details may go. */
  closedDetailsMs: DAY_MS,
  /** Of one partner. */
  programEnrollments: 200,
  /** After the end of a month, so that what was under way is in it; how many a run catches up with, and how often. */
  statementGraceMs: 60 * 60 * 1000,
  statementMonthsEach: 240,
  statementsEveryMs: 60 * 60 * 1000,
  statementsShown: 500,
  partnerPurgeRows: 1_000,
  partnerPurgeEveryMs: 60 * 60 * 1000,
  /** Where nothing else is set, and at the most. */
  mailsPerRecipientHour: 20,
  mailsPerRecipientHourMost: 1_000,
  mailKeptDays: 30,
  mailKeptDaysLeast: 7,
  mailKeptDaysMost: 3_650,
  mailPurgeRows: 1_000,
  mailPurgeEveryMs: 60 * 60 * 1000,
  /** Mails of development that a process shows. */
  developmentMails: 50,
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
  /** Of deliveries and their messages, where nothing else is set. */
  webhookKeptDays: 30,
  /** Twice as long as one is tried, and as long as a secret that was rotated may go on. */
  webhookKeptDaysLeast: 7,
  webhookKeptDaysMost: 3_650,
  /** Three times as long as a processor sends an event again, also by hand. */
  processorEventDaysLeast: 90,
  processorEventDaysMost: 36_500,
  processorPurgeRows: 1_000,
  processorPurgeEveryMs: 60 * 60 * 1000,
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
  /** An archive is written in files of this size; one of them is in memory at a time. */
  backupFileBytes: 16 * 1024 * 1024,
  backupFiles: 100_000,
  backupPassphraseChars: 12,
  backupManifestBytes: 32 * 1024 * 1024,
  /** How long the embedded database stands still at most while its last changes are copied. */
  backupHoldMs: 30_000,
  /** How old an unfinished backup must be so that nobody can be at work on it. */
  backupUnfinishedMs: 7 * DAY_MS,
  backupsKept: 10_000,
  /** Of those that are there, in an error. */
  backupsNamed: 5,
  /** Of one call of the storage, with its body. */
  backupS3TimeoutMs: 300_000,
  backupS3ConnectMs: 10_000,
  /** How long nothing may come or go meanwhile. */
  backupS3SilenceMs: 60_000,
  backupS3Retries: 4,
  backupS3RetryMs: 200,
  /** Rows of clicks that are read, or deleted, at a time; one may hold some 25 KB. */
  retentionPageRows: 500,
  retentionEveryMs: 6 * 60 * 60 * 1000,
  /** How long whoever archives may be silent before another process goes on. */
  retentionLeaseMs: 60_000,
  /**
   * For the lock with which a partition goes. Clicks queue behind it; a click that came for the very month of the partition
   * would be taken for a deadlock after a second.
   */
  retentionLockWaitMs: 500,
  retentionLockTries: 3,
  retentionLockRetryMs: 1_000,
  /** How long the dimensions of a month stay after its clicks: a late click may still be on its way. */
  retentionTextsMs: DAY_MS,
  /** Of archives of one program and month. */
  retentionParts: 1_000,
  clickRetentionMonths: 1_200,
  /** A thousand keys each. */
  backupS3Pages: 1_000,
  backupS3PageBytes: 16 * 1024 * 1024,
  backupS3ErrorChars: 4_096,
  /** Of what a tool of PostgreSQL says when it fails. */
  backupToolChars: 2_000,
  /** How long `pg_dump` may write nothing before its server counts as frozen. */
  backupToolSilenceMs: 10 * 60 * 1000,
  /** For work that a command has the running service do, such as verifying years of events. */
  commandTimeoutMs: 30 * 60 * 1000,
  doctorReportMs: 10_000,
  /** What became of track calls is saved this often, and when the service stops for at most the second. */
  callsSavedMs: 1_000,
  callsGoodbyeMs: 1_500,
  /**
   * What of it waits in a process at most, of refusals also of one program: as many at once, and of a flood that goes on
   * so many more with each save. What there is no room for is counted, and dropped.
   */
  callProgramsNoted: 10_000,
  callCountsNoted: 50_000,
  rejectedRequestsNoted: 4_000,
  rejectedRequestsNotedEach: 2_000,
  rejectedRequestsNotedPerSave: 100,
  /** The same of what callers without a good key tell, all of them together. */
  otherProgramsNoted: 500,
  otherCountsNoted: 5_000,
  otherRejectedRequestsNoted: 1_000,
  otherRejectedRequestsNotedEach: 250,
  otherRejectedRequestsNotedPerSave: 25,
  callProgramsEach: 500,
  /** Programs whose rows somebody holds, before the rest waits for the next time. */
  callSaveFailures: 3,
  rejectedRequestRows: 200,
  /** A program that got so many since its last trim is trimmed at once. */
  rejectedRequestsBetweenTrims: 1_000,
  rejectedRequestTrimRows: 1_000,
  rejectedRequestPurgeEveryMs: 60 * 60 * 1000,
  /** RejectedRequests of a program, and how long they stay, where nothing else is set. */
  rejectedRequestsKept: 10_000,
  rejectedRequestsKeptMost: 1_000_000,
  rejectedRequestDays: 30,
  rejectedRequestDaysMost: 3_650,
  /** How many days are looked at for silence. */
  inactivityDays: 35,
  /** What `affiliate doctor` reads and waits for. */
  doctorCallMs: 8_000,
  doctorTables: 200,
  doctorReceivers: 20,
  /** Clicks are archived four times a day: after two days they are late. */
  doctorRetentionLateMs: 2 * DAY_MS,
  /** What is purged each hour is late when it is still there after this. */
  doctorPurgeLateMs: 6 * 60 * 60 * 1000,
  /** Payouts by the month and statements are made each hour, the latter an hour after their month. */
  doctorMonthLateMs: 6 * 60 * 60 * 1000,
} as const

export interface Config {
  env: 'production' | 'development' | 'test'
  port: number
  host: string
  /** A PostgreSQL address, or undefined for the embedded database under `dataDir`. */
  databaseUrl: string | undefined
  /** Of a cluster: its coordinator, for migrations, partitions and jobs. */
  databaseAdminUrl: string | undefined
  dataDir: string
  /** How many processes serve; 'auto' is one for each processor that this process may use. */
  webConcurrency: number | 'auto'
  /** Set in a worker, by the process that started it. */
  worker: WorkerSettings | undefined
  redisUrl: string | undefined
  /** Stands before every key in Redis, so that installations may share one. */
  redisKeyPrefix: string
  /** Signs sessions and keys the e-mail HMAC (D25). */
  appSecret: string
  /** The address people reach the service at, without a trailing slash. */
  publicUrl: string
  keyCallsPerMinute: number
  managementKeyCallsPerMinute: number
  ipCallsPerMinute: number
  failedAuthenticationsPerMinute: number
  /** The most open connections of a process, in all and from one address that is no trusted proxy. */
  connections: number
  connectionsPerAddress: number
  logLevel: LogLevel
  /** What Fastify takes: false, true, a number of hops, or a list of addresses. */
  trustProxy: boolean | number | string
  /** What `/metrics` asks for; without one it answers this machine alone. */
  metricsToken: string | undefined
  /** Whether a stranger may make an account; otherwise only somebody who was invited. */
  allowSignUp: boolean
  /** The platform fee of a new program, in basis points (D31). */
  platformFeeBps: number
  /** Who issues invoices, as it stands on them; the public address where no name is given. */
  issuer: { name: string | undefined; address: string | undefined; taxId: string | undefined }
  /** What sales, commissions and fees may be in (D9), in the order in which they are shown. */
  currencies: readonly Currency[]
  /** How many months of clicks are kept where a program says nothing else; undefined is for ever. */
  clickRetentionMonths: number | undefined
  /** Where clicks are archived before they go: a folder, `s3://bucket/prefix`, or `none`; undefined lets none go. */
  archiveTo: string | undefined
  /** How long deliveries of webhooks and their messages are kept. */
  webhookRetentionDays: number
  /** How long answers of calls with an `Idempotency-Key` are kept. */
  idempotencyRetentionHours: number
  /** How long events of processors are kept; undefined is for ever. */
  processorEventRetentionDays: number | undefined
  /** How many refused track calls of a program are kept, and for how long. */
  rejectedRequestsKept: number
  rejectedRequestRetentionDays: number
  /** What sends mail; undefined where nothing does. */
  mail: MailSettings | undefined
  /** How many mails are tried for one recipient in an hour; the rest waits. */
  mailsPerRecipientHour: number
  /** How long mails stay in the log. */
  mailRetentionDays: number
  /** The exchange rates that need no confirmation, US dollars for one unit: decimals, the least and the most. */
  expectedRates: ExpectedRates
  /** Whether webhooks may go to private and loopback addresses, and by plain http: for development. */
  webhookAllowPrivate: boolean
  /** The platform's own Stripe account: with a client id and key, programs connect theirs by OAuth. */
  stripe: { clientId: string | undefined; secretKey: string | undefined; webhookSecret: string | undefined }
}

export interface MailSettings {
  from: Mailbox
  /** Undefined in development, where mails are shown and not sent. */
  server: SmtpServer | undefined
}

export type ExpectedRates = Readonly<Partial<Record<Currency, readonly [least: string, most: string]>>>

/** Every variable that is read, here and by the commands that back up. */
export const SETTINGS: readonly string[] = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_ADMIN_URL',
  'DATA_DIR',
  'APP_SECRET',
  'WEB_CONCURRENCY',
  'REDIS_URL',
  'REDIS_KEY_PREFIX',
  'RATE_LIMIT_KEY_PER_MINUTE',
  'RATE_LIMIT_MANAGEMENT_KEY_PER_MINUTE',
  'RATE_LIMIT_IP_PER_MINUTE',
  'RATE_LIMIT_FAILED_AUTH_PER_MINUTE',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'METRICS_TOKEN',
  'ALLOW_SIGN_UP',
  'PLATFORM_FEE_BPS',
  'ISSUER_NAME',
  'ISSUER_ADDRESS',
  'ISSUER_TAX_ID',
  'CURRENCIES',
  'EXPECTED_RATE_EUR',
  'EXPECTED_RATE_VND',
  'EXPECTED_RATES',
  'CLICK_RETENTION_MONTHS',
  'ARCHIVE_TO',
  'WEBHOOK_RETENTION_DAYS',
  'IDEMPOTENCY_RETENTION_HOURS',
  'PROCESSOR_EVENT_RETENTION_DAYS',
  'REJECTED_REQUESTS_KEPT',
  'REJECTED_REQUEST_RETENTION_DAYS',
  'WEBHOOK_ALLOW_PRIVATE',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_PER_RECIPIENT_HOUR',
  'MAIL_RETENTION_DAYS',
  'STRIPE_CLIENT_ID',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'BACKUP_PASSPHRASE',
  'BACKUP_PASSPHRASE_FILE',
]

/** What a worker is told by the process that started it. */
export interface WorkerSettings {
  /** From 1; its successor has the same. */
  number: number
  /** How many connections it may have to PostgreSQL. */
  connections: number
  /** The version of the messages between the two, whose code may differ after an upgrade. */
  protocol: number
}

/** Changes with the messages of `workers.ts`. */
export const WORKER_PROTOCOL = 1

/** The variable that holds a worker's settings. */
export const WORKER_VARIABLE = 'AFFILIATE_WORKER'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

const CALLS_PER_MINUTE = { least: 1, most: 10_000_000 }
const CONNECTIONS = { least: 1, most: limits.connectionsMost }

/** A setting that cannot be used; the message names the variable and says what it takes. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the environment. `developmentSecret` supplies the secret kept beside the embedded data when
 * `APP_SECRET` is missing; in production a missing one is an error.
 * @throws {ConfigError} naming the variable
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  developmentSecret: (place: Pick<Config, 'dataDir' | 'databaseUrl'>) => string = () =>
    randomBytes(32).toString('base64url'),
): Config {
  const env = oneOf(environment, 'NODE_ENV', ['production', 'development', 'test'] as const, 'development')
  const port = integer(environment, 'PORT', 3000, { least: 0, most: 65_535 })
  const host = text(environment, 'HOST') ?? (env === 'production' ? '0.0.0.0' : '127.0.0.1')
  const dataDir = text(environment, 'DATA_DIR') ?? './data'
  const databaseUrl = readDatabaseUrl(environment, 'DATABASE_URL')
  if (env === 'production') refusePlaceholders(environment)
  const currencies = readCurrencies(environment)
  return {
    env,
    port,
    host,
    databaseUrl,
    databaseAdminUrl: readAdminUrl(environment),
    dataDir,
    webConcurrency: readConcurrency(environment),
    worker: readWorker(environment),
    redisUrl: address(environment, 'REDIS_URL', ['redis:', 'rediss:']),
    redisKeyPrefix: text(environment, 'REDIS_KEY_PREFIX') ?? 'affiliate:',
    appSecret: readSecret(environment, env, () => developmentSecret({ dataDir, databaseUrl })),
    publicUrl: readPublicUrl(environment, host, port),
    keyCallsPerMinute: integer(environment, 'RATE_LIMIT_KEY_PER_MINUTE', 6000, CALLS_PER_MINUTE),
    managementKeyCallsPerMinute: integer(
      environment,
      'RATE_LIMIT_MANAGEMENT_KEY_PER_MINUTE',
      600,
      CALLS_PER_MINUTE,
    ),
    ipCallsPerMinute: integer(environment, 'RATE_LIMIT_IP_PER_MINUTE', 600, CALLS_PER_MINUTE),
    failedAuthenticationsPerMinute: integer(
      environment,
      'RATE_LIMIT_FAILED_AUTH_PER_MINUTE',
      30,
      CALLS_PER_MINUTE,
    ),
    connections: integer(environment, 'MAX_CONNECTIONS', limits.connections, CONNECTIONS),
    connectionsPerAddress: integer(
      environment,
      'MAX_CONNECTIONS_PER_ADDRESS',
      limits.connectionsPerAddress,
      CONNECTIONS,
    ),
    logLevel: oneOf(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    trustProxy: readTrustProxy(environment, env),
    metricsToken: readMetricsToken(environment),
    allowSignUp: flag(environment, 'ALLOW_SIGN_UP', env !== 'production'),
    platformFeeBps: integer(environment, 'PLATFORM_FEE_BPS', 350, { least: 0, most: 10_000 }),
    issuer: {
      name: text(environment, 'ISSUER_NAME'),
      address: text(environment, 'ISSUER_ADDRESS')?.replaceAll('\\n', '\n'),
      taxId: text(environment, 'ISSUER_TAX_ID'),
    },
    currencies,
    expectedRates: readExpectedRates(environment, currencies),
    ...readRetention(environment),
    ...readPurges(environment),
    mail: readMail(environment, env),
    webhookAllowPrivate: flag(environment, 'WEBHOOK_ALLOW_PRIVATE', false),
    stripe: {
      clientId: text(environment, 'STRIPE_CLIENT_ID'),
      secretKey: text(environment, 'STRIPE_SECRET_KEY'),
      webhookSecret: text(environment, 'STRIPE_WEBHOOK_SECRET'),
    },
  }
}

/**
 * What works, and yet not as somebody in production will want it.
 * @returns sentences, each beginning with the variable to set
 */
export function adviseOnSettings(
  environment: NodeJS.ProcessEnv,
  { env, publicUrl }: Pick<Config, 'env' | 'publicUrl'>,
): string[] {
  if (env !== 'production' || text(environment, 'PUBLIC_URL') !== undefined) return []
  return [
    `PUBLIC_URL is not set, so people are taken to reach the service at ${publicUrl}: browsers that open it at another ` +
      'address cannot sign in. Set it to the address that they open.',
  ]
}

/**
 * A secret that was copied from an example is known to everybody who read it.
 * @throws {ConfigError} naming the variable, without its value
 */
function refusePlaceholders(environment: NodeJS.ProcessEnv): void {
  const refuse = (name: string, what: string) => {
    throw new ConfigError(
      `${name} ${what}, which everybody knows who read the same example: make one of its own, for example with ` +
        '`openssl rand -hex 32`.',
    )
  }
  const [secret, token] = [text(environment, 'APP_SECRET') ?? '', text(environment, 'METRICS_TOKEN') ?? '']
  if (isPlaceholder(secret)) refuse('APP_SECRET', 'is a placeholder')
  if (secret !== '' && isRepetition(secret))
    refuse('APP_SECRET', 'is a placeholder (a few characters, repeated)')
  if (isPlaceholder(token)) refuse('METRICS_TOKEN', 'is a placeholder')
  for (const name of ['DATABASE_URL', 'DATABASE_ADMIN_URL', 'REDIS_URL', 'SMTP_URL']) {
    const value = text(environment, name) ?? ''
    const password = URL.canParse(value) ? new URL(value).password : ''
    if (isPlaceholder(password)) refuse(name, 'has a placeholder as its password')
  }
}

function readConcurrency(environment: NodeJS.ProcessEnv): number | 'auto' {
  const value = text(environment, 'WEB_CONCURRENCY')
  if (value === undefined) return 1
  if (value === 'auto') return value
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0
  if (number >= 1 && number <= limits.workers) return number
  throw new ConfigError(
    `WEB_CONCURRENCY is "${value}": it takes auto, or a whole number of processes from 1 to ${limits.workers}.`,
  )
}

/**
 * How many processes serve. The embedded database lives in one process: who asks for a number of them is told that it
 * cannot be, and `auto` is that one.
 * @throws {ConfigError} the embedded database was to serve several
 */
export function countProcesses({
  webConcurrency,
  databaseUrl,
}: Pick<Config, 'webConcurrency' | 'databaseUrl'>): number {
  if (databaseUrl !== undefined) {
    return webConcurrency === 'auto' ? Math.min(availableParallelism(), limits.workers) : webConcurrency
  }
  if (webConcurrency === 'auto' || webConcurrency === 1) return 1
  throw new ConfigError(
    `WEB_CONCURRENCY is ${webConcurrency}, but the embedded database serves one process alone: set DATABASE_URL to a ` +
      'PostgreSQL server, which any number may share, or leave WEB_CONCURRENCY out.',
  )
}

function readWorker(environment: NodeJS.ProcessEnv): WorkerSettings | undefined {
  const value = text(environment, WORKER_VARIABLE)
  if (value === undefined) return undefined
  if (process.send === undefined)
    throw new ConfigError(
      `${WORKER_VARIABLE} is set by the service itself, for the processes that it starts.`,
    )
  const settings = JSON.parse(value) as WorkerSettings // safe because the service itself wrote it
  if (settings.protocol === WORKER_PROTOCOL) return settings
  throw new ConfigError(
    'The process that starts the workers is of another version than they are: stop the service and start it again.',
  )
}

function readSecret(
  environment: NodeJS.ProcessEnv,
  env: Config['env'],
  developmentSecret: () => string,
): string {
  const secret = text(environment, 'APP_SECRET')
  if (secret === undefined) {
    if (env !== 'production') return developmentSecret()
    throw new ConfigError(
      'APP_SECRET is missing. It signs sessions and keys e-mail hashes, so production does not start without it: ' +
        'set it to at least 32 random characters (for example the output of `openssl rand -base64 32`) and keep it.',
    )
  }
  if (secret.length < limits.secretChars) {
    throw new ConfigError(`APP_SECRET is too short: it takes at least ${limits.secretChars} characters.`)
  }
  return secret
}

function readPurges(
  environment: NodeJS.ProcessEnv,
): Pick<
  Config,
  | 'webhookRetentionDays'
  | 'idempotencyRetentionHours'
  | 'processorEventRetentionDays'
  | 'rejectedRequestsKept'
  | 'rejectedRequestRetentionDays'
  | 'mailsPerRecipientHour'
  | 'mailRetentionDays'
> {
  const eventDays = { least: limits.processorEventDaysLeast, most: limits.processorEventDaysMost }
  return {
    webhookRetentionDays: integer(environment, 'WEBHOOK_RETENTION_DAYS', limits.webhookKeptDays, {
      least: limits.webhookKeptDaysLeast,
      most: limits.webhookKeptDaysMost,
    }),
    idempotencyRetentionHours: integer(environment, 'IDEMPOTENCY_RETENTION_HOURS', limits.idempotencyHours, {
      least: limits.idempotencyHours,
      most: limits.idempotencyHoursMost,
    }),
    processorEventRetentionDays:
      text(environment, 'PROCESSOR_EVENT_RETENTION_DAYS') === undefined
        ? undefined
        : integer(environment, 'PROCESSOR_EVENT_RETENTION_DAYS', eventDays.least, eventDays),
    rejectedRequestsKept: integer(environment, 'REJECTED_REQUESTS_KEPT', limits.rejectedRequestsKept, {
      least: 0,
      most: limits.rejectedRequestsKeptMost,
    }),
    rejectedRequestRetentionDays: integer(
      environment,
      'REJECTED_REQUEST_RETENTION_DAYS',
      limits.rejectedRequestDays,
      {
        least: 1,
        most: limits.rejectedRequestDaysMost,
      },
    ),
    mailsPerRecipientHour: integer(environment, 'MAIL_PER_RECIPIENT_HOUR', limits.mailsPerRecipientHour, {
      least: 1,
      most: limits.mailsPerRecipientHourMost,
    }),
    mailRetentionDays: integer(environment, 'MAIL_RETENTION_DAYS', limits.mailKeptDays, {
      least: limits.mailKeptDaysLeast,
      most: limits.mailKeptDaysMost,
    }),
  }
}

/**
 * A server without a sender, or the other way round, would send nothing and be silent about it. What the address of the
 * server holds is never repeated: a password may be in it.
 */
function readMail(environment: NodeJS.ProcessEnv, env: Config['env']): MailSettings | undefined {
  const [url, sender] = [text(environment, 'SMTP_URL'), text(environment, 'MAIL_FROM')]
  if (url === undefined && sender === undefined) {
    return env === 'development' ? { from: DEVELOPMENT_SENDER, server: undefined } : undefined
  }
  if (url === undefined) {
    throw new ConfigError(
      'MAIL_FROM is set and SMTP_URL is not: set the mail server too, such as smtp://user:password@host:587.',
    )
  }
  if (sender === undefined) {
    throw new ConfigError(
      'SMTP_URL is set and MAIL_FROM is not: set whom mails are from too, such as Acme Partners <partners@acme.example>.',
    )
  }
  const server = parseSmtpUrl(url)
  if ('fault' in server) throw new ConfigError(`SMTP_URL ${server.fault}.`)
  const from = parseMailbox(sender)
  if (from !== undefined) return { from, server }
  throw new ConfigError(
    'MAIL_FROM takes one address, with a name or without: Acme Partners <partners@acme.example>.',
  )
}

const DEVELOPMENT_SENDER: Mailbox = { name: 'Affiliate tracking', address: 'affiliate@localhost' }

/** Clicks that have no place to go to would be kept, and the setting be silent about it. */
function readRetention(environment: NodeJS.ProcessEnv): Pick<Config, 'clickRetentionMonths' | 'archiveTo'> {
  const archiveTo = text(environment, 'ARCHIVE_TO')
  if (archiveTo !== undefined && /^[a-z0-9+]+:\/\//i.test(archiveTo) && !archiveTo.startsWith('s3://')) {
    throw new ConfigError('ARCHIVE_TO takes a folder, s3://bucket/prefix, or none.')
  }
  if (text(environment, 'CLICK_RETENTION_MONTHS') === undefined) {
    return { clickRetentionMonths: undefined, archiveTo }
  }
  const range = { least: 1, most: limits.clickRetentionMonths }
  const clickRetentionMonths = integer(environment, 'CLICK_RETENTION_MONTHS', 1, range)
  if (archiveTo !== undefined) return { clickRetentionMonths, archiveTo }
  throw new ConfigError(
    'CLICK_RETENTION_MONTHS is set and ARCHIVE_TO is not: say where clicks are archived before they go (a folder, or ' +
      's3://bucket/prefix), or ARCHIVE_TO=none to delete them without an archive.',
  )
}

function readMetricsToken(environment: NodeJS.ProcessEnv): string | undefined {
  const token = text(environment, 'METRICS_TOKEN')
  if (token === undefined || /^[\x21-\x7e]{16,}$/.test(token)) return token
  throw new ConfigError('METRICS_TOKEN takes at least 16 characters, without spaces.')
}

/** Without its name PostgreSQL would pick the database of the user, which may be anything. */
function readDatabaseUrl(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = address(environment, name, ['postgres:', 'postgresql:'])
  if (value === undefined) return undefined
  const { pathname } = new URL(value)
  // What follows a slash of the password would be taken for the name of the database, and shown.
  if (pathname.includes('@')) {
    throw new ConfigError(
      `${name} has a user or a password that cannot be read: write both, with % and two hex digits for @ : / and %.`,
    )
  }
  if (pathname.length > 1) return value
  throw new ConfigError(`${name} names no database: it ends in /name, such as /affiliate.`)
}

function readAdminUrl(environment: NodeJS.ProcessEnv): string | undefined {
  const value = readDatabaseUrl(environment, 'DATABASE_ADMIN_URL')
  if (value === undefined || text(environment, 'DATABASE_URL') !== undefined) return value
  throw new ConfigError(
    'DATABASE_ADMIN_URL is set and DATABASE_URL is not: the first is only for migrations and jobs.',
  )
}

function readPublicUrl(environment: NodeJS.ProcessEnv, host: string, port: number): string {
  const value = address(environment, 'PUBLIC_URL', ['http:', 'https:'])
  if (value !== undefined) {
    // It stands in every link that is shown or mailed.
    const { username, password } = new URL(value)
    if (username === '' && password === '') return value.replace(/\/+$/, '')
    throw new ConfigError('PUBLIC_URL takes an address without a name and password in it.')
  }
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  const url = `http://${name}:${port}`
  // What is more than a name would be a login, a path or a query in every link that is shown.
  if (!/[/@?#\\]/.test(host) && URL.canParse(url)) return url
  const shown = host.includes('@') ? 'HOST' : `HOST is "${host}": it`
  throw new ConfigError(`${shown} takes an address or a name of this machine, like 127.0.0.1.`)
}

function readTrustProxy(environment: NodeJS.ProcessEnv, env: Config['env']): Config['trustProxy'] {
  const value = text(environment, 'TRUST_PROXY')
  if (value === undefined || value === 'false') return false
  if (value === 'true') {
    if (env !== 'production') return true
    throw new ConfigError(
      'TRUST_PROXY is "true": it would believe whatever address a client writes into X-Forwarded-For, so that no limit ' +
        'per address holds. Set the number of proxies in front of the service, such as 1, or their addresses.',
    )
  }
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const isAddress = (part: string) => {
    const [ip = '', prefix = '1', ...more] = part.trim().split('/')
    const bits = { 4: 32, 6: 128 }[isIP(ip)]
    if (bits === undefined || more.length > 0 || !/^\d{1,3}$/.test(prefix)) return false
    return Number(prefix) >= 1 && Number(prefix) <= bits
  }
  if (value.split(',').every(isAddress)) return value
  throw new ConfigError(
    `TRUST_PROXY is "${hideLogin(value)}": it takes false, a number of hops, true outside production, or addresses like 10.0.0.0/8,127.0.0.1.`,
  )
}

function text(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

function integer(
  environment: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  { least, most }: { least: number; most: number },
) {
  const value = text(environment, name)
  if (value === undefined) return fallback
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new ConfigError(`${name} is "${value}": it takes a whole number from ${least} to ${most}.`)
}

function readCurrencies(environment: NodeJS.ProcessEnv): readonly Currency[] {
  const value = text(environment, 'CURRENCIES')
  if (value === undefined) return DEFAULT_CURRENCIES
  const list = parseCurrencyList(value, limits.currencies)
  if ('fault' in list) throw new ConfigError(`CURRENCIES ${list.fault}.`)
  return list.currencies
}

/** Of euros and dong by variables of their own, which are older than the list of currencies; of all others by one. */
function readExpectedRates(environment: NodeJS.ProcessEnv, currencies: readonly Currency[]): ExpectedRates {
  const rates: { [Code in Currency]?: readonly [string, string] } = {
    EUR: rateRange('EXPECTED_RATE_EUR', text(environment, 'EXPECTED_RATE_EUR') ?? '0.5-2', '0.5-2'),
    VND: rateRange(
      'EXPECTED_RATE_VND',
      text(environment, 'EXPECTED_RATE_VND') ?? '0.00001-0.0001',
      '0.00001-0.0001',
    ),
  }
  for (const part of text(environment, 'EXPECTED_RATES')?.split(',') ?? []) {
    const [code = '', range = ''] = part.split(':').map((word) => word.trim())
    const currency = currencies.find((one) => one === code)
    if (currency === undefined || currency === BASE_CURRENCY || rates[currency] !== undefined) {
      throw new ConfigError(`EXPECTED_RATES ${misplaced(code, currency, rates)}.`)
    }
    rates[currency] = rateRange(`EXPECTED_RATES of ${code}`, range, '0.004-0.02')
  }
  return rates
}

function misplaced(code: string, currency: Currency | undefined, rates: ExpectedRates): string {
  if (currency === undefined) {
    return `has "${code}", which CURRENCIES does not name: it takes currencies with their ranges, such as JPY:0.004-0.02,GBP:1-2`
  }
  if (currency === 'EUR' || currency === 'VND') return `has ${code}, whose range is EXPECTED_RATE_${code}`
  return rates[currency] === undefined
    ? `has ${code}, which needs no rate: invoices are issued in it`
    : `has ${code} twice`
}

/** Two decimals with a dash between them, the smaller first. */
function rateRange(name: string, value: string, example: string): readonly [string, string] {
  const match = /^(\d{1,9}(?:\.\d{1,12})?)-(\d{1,9}(?:\.\d{1,12})?)$/.exec(value)
  const [, least = '', most = ''] = match ?? []
  if (match !== null && Number(least) > 0 && Number(least) <= Number(most)) return [least, most]
  throw new ConfigError(`${name} is "${value}": it takes the least and the most, such as ${example}.`)
}

function oneOf<T extends string>(
  environment: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = text(environment, name)
  if (value === undefined) return fallback
  const found = allowed.find((one) => one === value)
  if (found === undefined)
    throw new ConfigError(`${name} is "${value}": it takes one of ${allowed.join(', ')}.`)
  return found
}

function flag(environment: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  return oneOf(environment, name, ['true', 'false'] as const, fallback ? 'true' : 'false') === 'true'
}

/** The value may carry a password, so the message never repeats it. */
function address(environment: NodeJS.ProcessEnv, name: string, protocols: string[]): string | undefined {
  const value = text(environment, name)
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url !== undefined && protocols.includes(url.protocol)) return value
  throw new ConfigError(
    `${name} is not an address that can be used: it takes one that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  )
}
