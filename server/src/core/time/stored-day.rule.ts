import { reportDay } from './report-day.rule.ts'

/** The local day on which a sale counts: the one that is stored with it, except of a sale that none was stored with yet. */
export function saleDay(sale: { reported_at: Date; reported_day: string | null }, timeZone: string): string {
  return sale.reported_day ?? reportDay(sale.reported_at, timeZone)
}

/** The local day on which a commission counts, in the same way. */
export function commissionDay(
  commission: { created_at: Date; created_day: string | null },
  timeZone: string,
): string {
  return commission.created_day ?? reportDay(commission.created_at, timeZone)
}
