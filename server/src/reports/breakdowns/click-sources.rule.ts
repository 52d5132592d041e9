import { dayAfter } from '../../core/time/report-day.rule.ts'
import type { Span } from '../../core/time/report-period.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import type { RolledUpDays } from '../../statistics/click-values.ts'
import { splitIntoPeriods } from '../../statistics/roll-up-periods.rule.ts'

/** Where the clicks of a time span are read: each is in exactly one of the sources. */
export interface ClickSources {
  /** Clicks before the days that are rolled up; undefined if there are none. */
  before: Span | undefined
  rolledUp: RolledUpDays
  /** Clicks after the days that are rolled up; undefined if there are none. */
  after: Span | undefined
}

/**
 * Splits a time span into whole days in UTC that are rolled up, and the rest.
 * @param rolledUpUntil the first day that is not rolled up; undefined if none is
 */
export function clickSources({ from, to }: Span, rolledUpUntil: string | undefined): ClickSources {
  const first = utcDay(from.getTime() + DAY_MS - 1)
  const end = [utcDay(to.getTime() + 1), rolledUpUntil ?? first].sort()[0] ?? first
  if (end <= first) return onlyClicks({ from, to })
  const { days, blocks } = splitIntoPeriods(first, dayAfter(end, -1))
  const [begins, ends] = [new Date(first), new Date(end)]
  return {
    before: from < begins ? { from, to: new Date(begins.getTime() - 1) } : undefined,
    rolledUp: { days, periods: blocks?.firsts ?? NONE.periods },
    after: ends <= to ? { from: ends, to } : undefined,
  }
}

/** Reads a span without roll-ups. */
export function onlyClicks(span: Span): ClickSources {
  return { before: undefined, rolledUp: NONE, after: span }
}

const NONE: RolledUpDays = { days: [], periods: { 8: [], 64: [] } }

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
