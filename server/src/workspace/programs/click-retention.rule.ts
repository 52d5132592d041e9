/** Days of each month in a common year. */
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** Returns the length in days of the shortest run of consecutive calendar months: 28, 59, 89 … 365. */
export function shortestDays(months: number): number {
  const years = Math.floor(months / 12)
  const rest = months % 12
  const spans = DAYS_IN_MONTH.map((_, first) =>
    Array.from({ length: rest }, (_, step) => DAYS_IN_MONTH[(first + step) % 12] ?? 0).reduce<number>(
      (sum, days) => sum + days,
      0,
    ),
  )
  return years * 365 + Math.min(...spans)
}

/**
 * Returns whether clicks are kept as long as the attribution window, so that a lead on its last day still finds its
 * click.
 */
export function coversWindow(retentionMonths: number, windowDays: number): boolean {
  return shortestDays(retentionMonths) >= windowDays
}

/** Returns the fewest months that cover a window. */
export function minMonthsFor(windowDays: number): number {
  let months = 1
  while (!coversWindow(months, windowDays)) months++
  return months
}
