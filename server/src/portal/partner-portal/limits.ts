import { DAY_MS } from '../../core/time/time.ts'

/** Limits. Each name ends with its unit. */
export const partnerPortalLimits = {
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
} as const
