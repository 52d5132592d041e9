const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** @param month such as `2026-01`, formatted as `January 2026` */
export function monthText(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}
