/** Limits for waiting work. Each name ends with its unit. */
export const waitingWorkLimits = {
  /** Counts stop here; the dashboard shows "99+". */
  countedItems: 100,
} as const
