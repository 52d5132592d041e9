/** Limits of simulations. Each name ends with its unit. */
export const simulationLimits = {
  /** Limits for simulating a commission policy: number of days, sales, time, rows per query, and partners listed. */
  previewDays: 365,
  previewDaysDefault: 30,
  previewSales: 1_000_000,
  previewMs: 20_000,
  previewPageRows: 500,
  previewPartners: 20,
  previewPolicyVersions: 10_000,
} as const
