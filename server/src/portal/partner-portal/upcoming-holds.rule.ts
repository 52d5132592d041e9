import type { Currency } from '../../core/money/currency.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'

/** Commissions whose hold ends in the same quarter of an hour, and the total of all later ones in that currency. */
export interface DueHoldsRow {
  currency: Currency
  due_at: Date
  cents: string
  total_cents: string
}

type Sums = Partial<Record<Currency, bigint>>

/** The next days on which holds end, with their amounts, and the amounts of later days. */
export interface UpcomingHolds {
  days: { day: string; centsByCurrency: Sums }[]
  laterByCurrency: Sums
}

/** Groups rows, soonest first, by the program's days. */
export function upcomingHolds(
  rows: readonly DueHoldsRow[],
  { timeZone, maxDays }: { timeZone: string; maxDays: number },
): UpcomingHolds {
  const days = new Map<string, Sums>()
  const later: Sums = Object.fromEntries(rows.map((row) => [row.currency, BigInt(row.total_cents)]))
  for (const { currency, due_at, cents } of rows) {
    const day = reportDay(due_at, timeZone)
    if (!days.has(day) && days.size === maxDays) break
    const sums = days.get(day) ?? {}
    sums[currency] = (sums[currency] ?? 0n) + BigInt(cents)
    later[currency] = (later[currency] ?? 0n) - BigInt(cents)
    days.set(day, sums)
  }
  return {
    days: [...days].map(([day, centsByCurrency]) => ({ day, centsByCurrency })),
    laterByCurrency: withoutZeros(later),
  }
}

function withoutZeros(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0n))
}
