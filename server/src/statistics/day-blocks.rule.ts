import { BLOCK_DAYS, type BlockDays } from '../core/database/stat-delta.ts'
import { calendarDays, dayAfter } from '../core/time/report-day.rule.ts'
import { DAY_MS } from '../core/time/time.ts'
import type { BlockStretch } from './link-parts.ts'

export interface CutDays {
  /** What no block covers, at either end. */
  days: string[]
  /** The stretch between, whole, by the blocks that cover it; undefined when the days hold no block. */
  blocks: BlockStretch | undefined
}

const [FEW, MANY] = BLOCK_DAYS

/** The first day of the block of so many days that holds a day. Blocks begin at multiples of their days since 1970. */
export function blockStart(day: string, days: BlockDays): string {
  const number = Date.parse(day) / DAY_MS
  return dayAfter(day, Math.floor(number / days) * days - number)
}

/** Calendar days, the first and the last included, as the fewest days and blocks that cover each of them once. */
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

/** The days of the blocks that are there whole, one after the other. */
function blocksWithin(first: string, last: string, days: BlockDays): Days | undefined {
  const begin = blockStart(dayAfter(first, days - 1), days)
  const end = dayAfter(blockStart(dayAfter(last, 1), days), -1)
  return begin <= end ? { first: begin, last: end } : undefined
}

/** What of some days comes before others within them, and what comes after. */
function outside(whole: Days, inner: Days): Days[] {
  return [
    { first: whole.first, last: dayAfter(inner.first, -1) },
    { first: dayAfter(inner.last, 1), last: whole.last },
  ].filter(({ first, last }) => first <= last)
}

function firstsOf({ first, last }: Days, days: BlockDays): string[] {
  return calendarDays(first, last).filter((_, index) => index % days === 0)
}
