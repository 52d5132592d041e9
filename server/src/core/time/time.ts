export const HOUR_MS = 60 * 60 * 1000

/** A 24-hour day: attribution windows and hold periods are counted in these instead of calendar days. */
export const DAY_MS = 24 * HOUR_MS
