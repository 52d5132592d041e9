/** Limits for data subject requests. Each name ends with its unit. */
export const dataSubjectLimits = {
  /** Maximum number of exported rows of one kind per data subject. */
  dataSubjectRows: 10_000,
} as const
