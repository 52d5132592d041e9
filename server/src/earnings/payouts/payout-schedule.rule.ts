/**
 * The month whose payouts are to be made now; undefined when those of the last one that was reached are made. Whoever was
 * away for months makes them once: everything that is owed is in it.
 * @param day the local day, `2026-03-31`
 * @param paidMonth the last month whose payouts were made
 */
export function dueMonth(payDay: number, paidMonth: string, day: string): string | undefined {
  const reached = reachedMonth(payDay, day)
  return reached > paidMonth ? reached : undefined
}

/** The last month whose day has come. A schedule that begins has made its payouts: the next one is that of the next such day. */
export function reachedMonth(payDay: number, day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (date >= payDay) return day.slice(0, 7)
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}

/**
 * The next day on which payouts are made, `2026-03-15`: today when they are due and not made yet.
 * @param day today, local to the program
 */
export function nextPayDay(payDay: number, paidMonth: string, day: string): string {
  if (dueMonth(payDay, paidMonth, day) !== undefined) return day
  const [year = 0, month = 0] = paidMonth.split('-').map(Number)
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1]
  return `${nextYear}-${String(nextMonth).padStart(2, '0')}-${String(payDay).padStart(2, '0')}`
}
