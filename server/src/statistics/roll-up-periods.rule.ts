import { BLOCK_DAYS, type BlockDays } from '../core/database/stat-delta.ts'
import { calendarDays, dayAfter } from '../core/time/report-day.rule.ts'
import { DAY_MS } from '../core/time/time.ts'
import type { BlockStretch } from './link-stat-sources.ts'

export interface CutDays {
  /** Days at either end that no roll-up covers. */
  days: string[]
  /** The range in between, covered by roll-ups; undefined if it contains no complete period. */
  blocks: BlockStretch | undefined
}

const [FEW, MANY] = BLOCK_DAYS

/**
 * Returns the first day of the roll-up period of `days` days that contains a day. Periods are aligned to 1970-01-01.
 */
export function blockStart(day: string, days: BlockDays): string {
  const number = Date.parse(day) / DAY_MS
  return dayAfter(day, Math.floor(number / days) * days - number)
}

/** Splits an inclusive range of days into the fewest days and roll-up periods that cover each day once. */
export function cutIntoBlocks(first: string, last: string): CutDays {
  const few = blocksWithin(first, last, FEW)
  if (few === undefined) return { days: calendarDays(first, last), blocks: undefined }
  const many = blocksWithin(few.first, few.last, MANY)
  const firsts =
    many === undefined
      ? { [FEW]: firstsOf(few, FEW), [MANY]: [] }
      : { [FEW]: outside(few, many).flatMap((days) => firstsOf(days, FEW)), [MANY]: firstsOf(many, MANY) }
  const days = outside({ first, last }, few).flatMap((one) => calendarDays(one.first, one.last))
  return { days, blocks: { ...few, firsts } }
}

interface Days {
  first: string
  last: string
}

/** Returns the range of the complete periods within the days. */
function blocksWithin(first: string, last: string, days: BlockDays): Days | undefined {
  const begin = blockStart(dayAfter(first, days - 1), days)
  const end = dayAfter(blockStart(dayAfter(last, 1), days), -1)
  return begin <= end ? { first: begin, last: end } : undefined
}

/** Returns the parts of a range before and after an inner range. */
function outside(whole: Days, inner: Days): Days[] {
  return [
    { first: whole.first, last: dayAfter(inner.first, -1) },
    { first: dayAfter(inner.last, 1), last: whole.last },
  ].filter(({ first, last }) => first <= last)
}

function firstsOf({ first, last }: Days, days: BlockDays): string[] {
  return calendarDays(first, last).filter((_, index) => index % days === 0)
}
