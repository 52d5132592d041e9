import { DAY_MS } from '../../core/time/time.ts'

/** Limits for the partner portal. Each name ends with its unit. */
export const partnerPortalLimits = {
  /**
   * Notifications about completed quarter hours: interval, look-back period, and maximum number per program and
   * partner.
   */
  partnerNewsEachMs: 15 * 60 * 1000,
  partnerNewsEveryMs: 5 * 60 * 1000,
  partnerNewsDays: 2,
  partnerNewsPartners: 1_000,
  partnerNewsItems: 5_000,
  /** Number of items listed in an email. The others are summarized. */
  mailLines: 20,
  /** Maximum number of programs that are closed with an account, and of exported rows per kind and program. */
  closedPrograms: 10_000,
  partnerExportRows: 10_000,
  /** Delay before the payout details of a closed account are first checked for deletion. */
  closedDetailsMs: DAY_MS,
  /** Coupon codes listed per program, active ones first. */
  couponCodesShown: 200,
  /** Days on which holds end, as shown, and quarters of an hour that are read for them. */
  holdDaysShown: 3,
  holdRows: 2_000,
  /** Maximum number of programs listed per partner. */
  programEnrollments: 200,
  /** Delay after the end of a month, to include late events; number of months per run; and interval. */
  statementGraceMs: 60 * 60 * 1000,
  statementMonthsEach: 240,
  statementsEveryMs: 60 * 60 * 1000,
  statementsShown: 500,
} as const
