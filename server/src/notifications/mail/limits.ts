export const mailLimits = {
  /** Emails sent concurrently per process, each on its own connection. */
  mailsAtOnce: 10,
  mailPollMs: 1_000,
  mailWakeMs: 50,
  mailDrainMs: 5_000,
  /** SMTP timeouts: connecting, the greeting and between responses; then the whole attempt. */
  mailConnectMs: 10_000,
  mailGreetingMs: 10_000,
  mailSilenceMs: 15_000,
  mailAttemptMs: 45_000,
  /** Twice the maximum of an attempt, so that the process holding a claim has finished by then. */
  mailLeaseMs: 120_000,
  /** How long and how often saving a result is retried while the database is unavailable. */
  mailNoteMs: 10 * 60 * 1000,
  mailNoteEveryMs: 1_000,
  /** Notifications about past events expire after this. */
  mailSendDays: 3,
  /** Members of a workspace who get the same notification. */
  mailRecipients: 100,
  /** Emails inserted per statement. */
  mailsPerWrite: 500,
  /** Characters kept of a mail server's response. */
  mailErrorChars: 500,
  /** One password reset is sent per address in this time. */
  passwordMailMinutes: 5,
  mailPurgeRows: 1_000,
  mailPurgeEveryMs: 60 * 60 * 1000,
  /** Development emails shown by a process. */
  developmentMails: 50,
} as const
