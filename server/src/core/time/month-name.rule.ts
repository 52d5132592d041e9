const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * Formats a month.
 * @param month such as `2026-01`, which becomes `January 2026`
 */
export function monthText(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}
