export const payoutDetailLimits = {
  /** The waiting period for changed payout details, and the maximum number of changes per day. */
  payoutDetailsWaitDays: 3,
  payoutDetailsPerDay: 10,
  payoutDetailsRows: 50,
} as const
