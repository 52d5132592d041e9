import { Link } from '@tanstack/react-router'
import type { PerformanceDay } from '../../api/types.ts'
import { dayOf, formatDay, formatDayOn } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { timeOf, useProgram, useProgramId } from '../../session/use-program.ts'
import { Table, Td, Th } from '../../ui/table.tsx'
import { SERIES, type Series } from './search.ts'
import type { SeriesView } from './series.ts'

/** The days of the chart as a table, newest first, each with its compared day below. */
export default function PerformanceTable({
  days,
  compared = [],
  views,
}: {
  days: PerformanceDay[]
  compared?: PerformanceDay[] | undefined
  views: Record<Series, SeriesView>
}) {
  const program = useProgram()
  const { timeZone } = program
  const programId = useProgramId()
  const today = dayOf(timeOf(program), timeZone)
  return (
    <div className="max-h-[26rem] overflow-y-auto">
      <Table label={t('overview.performanceByDay')}>
        <thead className="sticky top-0 bg-surface">
          <tr>
            <Th>{t('overview.day')}</Th>
            {SERIES.map((series) => (
              <Th key={series} align="right">
                {views[series].label}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days
            .map((day, place) => ({ day, before: compared[place] }))
            .toReversed()
            .map(({ day, before }) => (
              <tr key={day.date}>
                <Td className="whitespace-nowrap">
                  <Link
                    to="/programs/$programId/events"
                    params={{ programId }}
                    search={{ from: day.date, to: day.date }}
                    className="hover:underline"
                  >
                    {formatDayOn(day.date, today)}
                  </Link>
                  {before !== undefined && (
                    <span className="block text-ink-3 text-xs">
                      {t('overview.vsDate', { date: formatDay(before.date, 'long') })}
                    </span>
                  )}
                </Td>
                {SERIES.map((series) => (
                  <Td key={series} align="right" className="whitespace-nowrap">
                    {views[series].format(views[series].ofDay(day))}
                    {before !== undefined && (
                      <span className="block text-ink-3 text-xs">
                        {t('overview.fromOfDay', {
                          ofDay: views[series].format(views[series].ofDay(before)),
                        })}
                      </span>
                    )}
                  </Td>
                ))}
              </tr>
            ))}
        </tbody>
      </Table>
    </div>
  )
}
