import type { PerformanceDay } from '../../api/types.ts'
import { formatDayRange } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'

/** The legend for the lines of both periods. */
export default function ComparedLegend({
  days,
  compared,
}: {
  days: PerformanceDay[]
  compared: PerformanceDay[]
}) {
  const spanOf = (some: PerformanceDay[]) => {
    const [first, last] = [some.at(0)?.date, some.at(-1)?.date]
    return first === undefined || last === undefined ? t('overview.noDays') : formatDayRange(first, last)
  }
  const drawn = compared.slice(0, days.length)
  return (
    <figcaption className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 px-1 text-ink-3 text-xs">
      <span className="inline-flex items-center gap-2">
        <span aria-hidden="true" className="w-5 border-ink-3 border-t-2" />
        {spanOf(days)}
      </span>
      <span className="inline-flex items-center gap-2">
        <span aria-hidden="true" className="w-5 border-ink-3 border-t-2 border-dashed" />
        {spanOf(drawn)}
        {drawn.length < compared.length &&
          t('overview.firstCountCount2', { count: drawn.length, count2: compared.length })}
      </span>
    </figcaption>
  )
}
