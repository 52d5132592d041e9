/** Limits. Each name ends with its unit. */
export const mailLimits = {
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
  /** Mails that one statement writes. */
  mailsPerWrite: 500,
  /** Of a mail server's answer, what is kept. */
  mailErrorChars: 500,
  /** One link to set a password is mailed to an address in this time, however often it is asked for. */
  passwordMailMinutes: 5,
  mailPurgeRows: 1_000,
  mailPurgeEveryMs: 60 * 60 * 1000,
  /** Mails of development that a process shows. */
  developmentMails: 50,
} as const
