export const HOUR_MS = 60 * 60 * 1000

/** A day of 24 hours, which attribution windows and hold periods are counted in instead of calendar days. */
export const DAY_MS = 24 * HOUR_MS
