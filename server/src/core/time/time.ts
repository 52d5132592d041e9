export const HOUR_MS = 60 * 60 * 1000

/** A day of 24 hours: windows and holds are counted in these, not in calendar days. */
export const DAY_MS = 24 * HOUR_MS
