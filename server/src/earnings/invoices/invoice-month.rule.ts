import { Temporal } from 'temporal-polyfill'
import { startOfReportDay } from '../../core/time/report-day.rule.ts'

/** A calendar month in a program's time zone; `to` is exclusive. */
export interface InvoiceMonth {
  /** `2026-02` */
  month: string
  /** `2026-02-01` */
  firstDay: string
  from: Date
  to: Date
}

/**
 * Parses a month such as `2026-02`.
 * @returns undefined if it is invalid
 */
export function parseInvoiceMonth(text: string, timeZone: string): InvoiceMonth | undefined {
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(text)) return undefined
  const firstDay = `${text}-01`
  const nextDay = Temporal.PlainDate.from(firstDay).add({ months: 1 }).toString()
  return {
    month: text,
    firstDay,
    from: startOfReportDay(firstDay, timeZone),
    to: startOfReportDay(nextDay, timeZone),
  }
}

/** Returns an invoice's number: `42-0007` is program 42's seventh invoice. */
export function invoiceNumber(programId: number, sequence: number): string {
  return `${programId}-${String(sequence).padStart(4, '0')}`
}
