/** Whether text is a calendar day such as `2026-03-31`. There is no year 0, as in PostgreSQL. */
export function isCalendarDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00.000Z`)
  // Date changes an impossible day into one of the next month.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}
