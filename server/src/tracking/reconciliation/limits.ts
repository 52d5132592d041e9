/** Limits of reconciliation. Each name ends with its unit. */
export const reconciliationLimits = {
  /** How often the job looks for runs that are due. */
  reconcileEveryMs: 15_000,
  /** How often open months are compared again. */
  reconcileAgainMs: 24 * 60 * 60 * 1000,
  /** Newer payments aren't compared, because their events may still be on the way. */
  reconcileDelayMs: 60 * 60 * 1000,
  /** How long a process owns a run after each page. Longer than a page's timeout. */
  reconcileLeaseMs: 120_000,
  /** Timeout for one page, from connecting to the end of the body. */
  listTimeoutMs: 30_000,
  listConnectMs: 10_000,
  listSilenceMs: 15_000,
  /** The part of the timeout that resolving a site's host may use. */
  listLookupMs: 5_000,
  listPageBytes: 8 * 1024 * 1024,
  listPageLevels: 64,
  listPageParts: 500_000,
  /** Objects per page, as a guard against a processor that ignores the requested number. */
  listPageObjects: 1_000,
  listPagesPerRun: 5_000,
  /** Maximum length of a processor's cursor for the next page. */
  maxPlaceLength: 4_096,
  /** Consecutive failures after which a run fails. */
  listAttempts: 6,
  /** The longest wait that a processor can request. */
  retryAfterSeconds: 15 * 60,
  /** Pages per turn, so one program with many payments doesn't delay the others. */
  pagesPerTurn: 200,
  runsPerTurn: 20,
  keysPerItem: 5,
  /** How many entries without a partner are kept per month, newest first. The counts include all of them. */
  unattributedKept: 10_000,
  maxApiKeyLength: 2_048,
  maxSiteLength: 255,
  maxNoteLength: 500,
  /** How many months back a month can be reconciled. */
  monthsBack: 36,
  queuedPrograms: 500,
  /** How long the command waits for a run, and between attempts to continue it. */
  commandMs: 20 * 60 * 1000,
  commandPauseMs: 1_000,
  commandRows: 200,
} as const
