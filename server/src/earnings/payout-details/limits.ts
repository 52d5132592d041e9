export const payoutDetailLimits = {
  /** How long changed payout details wait, and how often they can be changed per day. */
  payoutDetailsWaitDays: 3,
  payoutDetailsPerDay: 10,
  payoutDetailsRows: 50,
} as const
