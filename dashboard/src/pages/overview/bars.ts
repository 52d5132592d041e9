import type { PerformanceDay } from '../../api/types.ts'

/** A bar in the chart: a day, a week or a month. */
export interface Bar {
  from: string
  to: string
  value: number
  /** The same span in the comparison period; undefined if that period ends earlier. */
  before: { from: string; to: string; value: number } | undefined
}

export type BarSpan = 'day' | 'week' | 'month'

/** More bars than this are too narrow to press. */
const MAX_BARS = 92

/** Chooses the span of one bar so that a period of any length has a readable number of bars. */
export function barSpan(days: number): BarSpan {
  if (days <= MAX_BARS) return 'day'
  return days <= MAX_BARS * 7 ? 'week' : 'month'
}

/** Sums the days into bars. The first and the last may be partial weeks or months. */
export function toBars(
  days: readonly PerformanceDay[],
  compared: readonly PerformanceDay[],
  getValue: (day: PerformanceDay) => number,
): Bar[] {
  const span = barSpan(days.length)
  const groups = new Map<string, number[]>()
  for (const [place, { date }] of days.entries()) {
    const key = toBarKey(date, span)
    groups.set(key, [...(groups.get(key) ?? []), place])
  }
  return [...groups.values()].flatMap((places) => {
    const current = sumDays(days, places, getValue)
    return current === undefined ? [] : [{ ...current, before: sumDays(compared, places, getValue) }]
  })
}

function sumDays(
  days: readonly PerformanceDay[],
  places: readonly number[],
  getValue: (day: PerformanceDay) => number,
): { from: string; to: string; value: number } | undefined {
  const own = places.flatMap((place) => days[place] ?? [])
  const [first, last] = [own.at(0), own.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { from: first.date, to: last.date, value: own.reduce((sum, day) => sum + getValue(day), 0) }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the key of the bar that contains a day. Weeks begin on Monday. */
function toBarKey(day: string, span: BarSpan): string {
  if (span === 'day') return day
  if (span === 'month') return day.slice(0, 7)
  const at = Date.parse(day)
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7
  return String(at - sinceMonday * DAY_MS)
}

const INTERVALS = 4
const STEPS = [1, 2, 2.5, 5, 10]

/** Returns round, evenly spaced axis values, from 0 to at least `most`. */
export function axisTicks(max: number, isWhole: boolean): number[] {
  const least = Math.max(max / INTERVALS, isWhole ? 1 : Number.MIN_VALUE)
  if (max <= 0) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(least))
  const step = STEPS.map((one) => one * power).find(
    (one) => one >= least * (1 - 1e-9) && (!isWhole || Number.isInteger(one)),
  )
  const size = step ?? 10 * power
  return Array.from({ length: Math.ceil(max / size - 1e-9) + 1 }, (_, index) => index * size)
}

const MAX_LABELS = 7

/** Returns whether the bar at this place has a label below: at most seven have one, away from both ends. */
export function isLabeled(place: number, bars: number): boolean {
  const every = Math.ceil(bars / MAX_LABELS)
  return place % every === Math.floor((every - 1) / 2)
}
