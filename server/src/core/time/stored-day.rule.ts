import { reportDay } from './report-day.rule.ts'

/** Returns the local day that a sale counts on: the stored one, if it already has one. */
export function saleDay(sale: { reported_at: Date; reported_day: string | null }, timeZone: string): string {
  return sale.reported_day ?? reportDay(sale.reported_at, timeZone)
}

/** Returns the local day that a commission counts on: the stored one, if it already has one. */
export function commissionDay(
  commission: { created_at: Date; created_day: string | null },
  timeZone: string,
): string {
  return commission.created_day ?? reportDay(commission.created_at, timeZone)
}
