import type { PerformanceDay } from '../../api/types.ts'
import { formatDayRange } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'

/** The legend for the period's bars and the comparison period's line. */
export default function ComparedLegend({
  days,
  compared,
  color,
}: {
  days: PerformanceDay[]
  compared: PerformanceDay[]
  color: string
}) {
  const formatSpan = (span: PerformanceDay[]) => {
    const [first, last] = [span.at(0)?.date, span.at(-1)?.date]
    return first === undefined || last === undefined ? t('overview.noDays') : formatDayRange(first, last)
  }
  const drawn = compared.slice(0, days.length)
  return (
    <figcaption className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 px-1 text-ink-3 text-xs">
      <span className="inline-flex items-center gap-2">
        <span aria-hidden="true" className="size-2.5 rounded-[3px]" style={{ backgroundColor: color }} />
        {formatSpan(days)}
      </span>
      <span className="inline-flex items-center gap-2">
        <span aria-hidden="true" className="w-5 border-ink border-t-2 border-dashed" />
        {formatSpan(drawn)}
        {drawn.length < compared.length &&
          t('overview.firstCountCount2', { count: drawn.length, count2: compared.length })}
      </span>
    </figcaption>
  )
}
