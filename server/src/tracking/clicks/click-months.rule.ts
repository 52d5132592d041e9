/** Returns the first instant (UTC) of every month, from `from`'s month to `monthsAhead` months after `now`'s month. */
export function monthsBetween(from: Date, now: Date, monthsAhead: number): Date[] {
  const toMonthIndex = (instant: Date) => instant.getUTCFullYear() * 12 + instant.getUTCMonth()
  const first = Math.min(toMonthIndex(from), toMonthIndex(now))
  const last = toMonthIndex(now) + monthsAhead
  return Array.from({ length: last - first + 1 }, (_, step) => {
    const month = first + step
    return new Date(Date.UTC(Math.floor(month / 12), month % 12, 1))
  })
}
