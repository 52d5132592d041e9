/** Limits of the coupon code report. Each name ends with its unit. */
export const couponReportLimits = {
  /** How long before an order another partner's click counts as close: the default and the maximum. */
  closeClickMinutes: 30,
  closeClickMinutesMost: 7 * 24 * 60,
  /** Maximum number of orders with a code that are compared, and that are listed, newest first. */
  orders: 20_000,
  ordersShown: 100,
  codesShown: 50,
  /** Minimum number of orders without a click that are a leak sign. */
  leakSignOrders: 3,
  /** Maximum number of pairs of partners shown per simulated rule. */
  movesShown: 20,
  /** Limits for simulating other rules: sales, time, rows per query, policy versions. */
  simulatedSales: 200_000,
  simulationMs: 10_000,
  pageRows: 500,
  policyVersions: 10_000,
} as const
