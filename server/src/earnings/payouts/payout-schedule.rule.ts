/**
 * Returns the month whose payouts are due; undefined if the latest due month's payouts were already created. After
 * several months of downtime, payouts are created once, because a batch includes everything owed.
 * @param day the local day, such as `2026-03-31`
 * @param paidMonth the last month whose payouts were created
 */
export function dueMonth(payDay: number, paidMonth: string, day: string): string | undefined {
  const reachedMonth = lastDueMonth(payDay, day)
  return reachedMonth > paidMonth ? reachedMonth : undefined
}

/**
 * Returns the last month whose pay day has passed. A new schedule counts that month as done and starts with the next
 * pay day.
 */
export function lastDueMonth(payDay: number, day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (date >= payDay) return day.slice(0, 7)
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}

/**
 * Returns the first pay day after a day. Payouts are created at the start of the pay day, so an amount that becomes due
 * during that day is in the next payout.
 */
export function payDayAfter(payDay: number, day: string): string {
  return nextPayDay(payDay, lastDueMonth(payDay, day), day)
}

/**
 * Returns the next pay day, such as `2026-03-15`. This is today if payouts are due but haven't been created yet.
 * @param day today, in the program's time zone
 */
export function nextPayDay(payDay: number, paidMonth: string, day: string): string {
  if (dueMonth(payDay, paidMonth, day) !== undefined) return day
  const [year = 0, month = 0] = paidMonth.split('-').map(Number)
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1]
  return `${nextYear}-${String(nextMonth).padStart(2, '0')}-${String(payDay).padStart(2, '0')}`
}
