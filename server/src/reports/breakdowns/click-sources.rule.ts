import { dayAfter } from '../../core/time/report-day.rule.ts'
import type { Span } from '../../core/time/report-period.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import type { RolledUpDays } from '../../statistics/click-values.ts'
import { splitIntoPeriods } from '../../statistics/roll-up-periods.rule.ts'

/** Where the clicks of a time span are read from. Each click is in exactly one source. */
export interface ClickSources {
  /** Clicks before the rolled-up days; undefined if there are none. */
  before: Span | undefined
  rolledUp: RolledUpDays
  /** Clicks after the rolled-up days; undefined if there are none. */
  after: Span | undefined
}

/**
 * Splits a time span into whole rolled-up days in UTC, and the rest.
 * @param rolledUpUntil the first day that isn't rolled up; undefined if no day is rolled up
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
