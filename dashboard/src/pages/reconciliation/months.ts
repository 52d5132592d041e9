/** The number of months that can be chosen. */
const MONTHS = 13

/** Returns the months up to and including a day's month (`2026-03-10`), latest first. */
export function monthsUpTo(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
