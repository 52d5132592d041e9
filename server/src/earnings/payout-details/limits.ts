/** Limits. Each name ends with its unit. */
export const payoutDetailLimits = {
  /** How long changed payout details wait, and how many changes a partner of a program makes in a day. */
  payoutDetailsWaitDays: 3,
  payoutDetailsPerDay: 10,
  payoutDetailsRows: 50,
} as const
