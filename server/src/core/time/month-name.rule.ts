const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** @param month such as `2026-01`, which is `January 2026` in what a person reads */
export function monthWords(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}
