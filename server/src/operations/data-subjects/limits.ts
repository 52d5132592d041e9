/** Limits. Each name ends with its unit. */
export const dataSubjectLimits = {
  /** Exported rows of one kind per data subject. */
  dataSubjectRows: 10_000,
} as const
