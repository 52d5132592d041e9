import { DAY_MS } from '../../core/time/time.ts'

/** Limits. Each name ends with its unit. */
export const partnerPortalLimits = {
  /** Notifications cover completed quarter-hours: interval, look-back, and maximum per program and partner. */
  partnerNewsEachMs: 15 * 60 * 1000,
  partnerNewsEveryMs: 5 * 60 * 1000,
  partnerNewsDays: 2,
  partnerNewsPartners: 1_000,
  partnerNewsItems: 5_000,
  /** Items listed in a mail; the rest is summarized. */
  mailLines: 20,
  /** Programs closed with an account, and exported rows per kind and program. */
  closedPrograms: 10_000,
  partnerExportRows: 10_000,
  /** Delay before the payout details of a closed account are first checked for deletion. */
  closedDetailsMs: DAY_MS,
  /** Statements shown per partner. */
  programEnrollments: 200,
  /** Delay after a month, to include late events; months caught up per run, and interval. */
  statementGraceMs: 60 * 60 * 1000,
  statementMonthsEach: 240,
  statementsEveryMs: 60 * 60 * 1000,
  statementsShown: 500,
} as const
