/** Limits. Each name ends with its unit. */
export const dataSubjectLimits = {
  /** Of each part of what is exported of one person. */
  dataSubjectRows: 10_000,
} as const
