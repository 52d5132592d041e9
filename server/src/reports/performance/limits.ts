/** Limits of reports. Each name ends with its unit. */
export const performanceLimits = {
  testEventsCounted: 10,
  refundsShown: 100,
  moneyDifferencesShown: 100,
} as const
