import type { Language } from '../../core/enums.ts'
import { dayText } from '../../core/i18n/format.rule.ts'
import { message } from '../../core/i18n/message.rule.ts'

/** Returns a partner's clicks, signups and sales on a day, in one or two sentences. */
export function daySummary(
  day: string,
  counts: { clicks: number; signups: number; sales: number },
  { timeZone, language }: { timeZone: string; language: Language },
): string {
  const args = { ...counts, day: dayText(language, `${day}T00:00:00Z`), timeZone }
  if (counts.sales > 0) return message(language, 'day.sales', args)
  return message(language, counts.clicks + counts.signups > 0 ? 'day.noSales' : 'day.nothing', args)
}
