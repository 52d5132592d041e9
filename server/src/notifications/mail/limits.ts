export const mailLimits = {
  /** Number of emails sent concurrently per process, each on its own connection. */
  maxConcurrentMails: 10,
  mailPollMs: 1_000,
  mailWakeMs: 50,
  mailDrainMs: 5_000,
  /** SMTP timeouts: for connecting, for the greeting and between responses, and for the whole attempt. */
  mailConnectMs: 10_000,
  mailGreetingMs: 10_000,
  mailSilenceMs: 15_000,
  mailAttemptMs: 45_000,
  /** Twice the maximum duration of an attempt, so that the process holding a claim has finished by then. */
  mailLeaseMs: 120_000,
  /** How long and how often saving a result is retried while the database is unavailable. */
  mailNoteMs: 10 * 60 * 1000,
  mailNoteEveryMs: 1_000,
  /** Age after which notifications about past events expire. */
  mailSendDays: 3,
  /** Maximum number of workspace members who get the same notification. */
  mailRecipients: 100,
  /** Number of undecided applications from an address that are read, including those in sandboxes. */
  applicationsPerAddress: 100,
  /** Number of applications listed in the reply to a sign-in without an account. */
  waitingApplications: 5,
  /** Number of emails inserted per statement. */
  mailsPerWrite: 500,
  /** Maximum number of characters stored from a mail server's response. */
  maxMailErrorLength: 500,
  /** Interval in which one password reset is sent per address. */
  passwordMailMinutes: 5,
  /** Interval in which one sign-in link is sent per partner address. */
  partnerSignInMailMinutes: 3,
  mailPurgeRows: 1_000,
  mailPurgeEveryMs: 60 * 60 * 1000,
  /** Number of development emails that a process shows. */
  developmentMails: 50,
} as const
