import { Link } from '@tanstack/react-router'
import type { PerformanceDay } from '../../api/types.ts'
import { formatDay, formatDayOn, toDay } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { programTimeMs, useProgram, useProgramId } from '../../session/use-program.ts'
import { Table, Td, Th } from '../../ui/table.tsx'
import { type OverviewSearch, SERIES, type Series, selectPeriod } from './search.ts'
import type { SeriesView } from './series.ts'
import { toTable } from './table-rows.ts'

/**
 * The days as a table, newest first, each with its compared day below. Each day links to the page filtered to that day.
 */
export default function PerformanceTable({
  days,
  compared = [],
  views,
  search,
}: {
  days: PerformanceDay[]
  compared?: PerformanceDay[] | undefined
  views: Record<Series, SeriesView>
  /** The URL whose period a day narrows. */
  search: OverviewSearch
}) {
  const program = useProgram()
  const { timeZone } = program
  const programId = useProgramId()
  const today = toDay(programTimeMs(program), timeZone)
  const { rows, columns } = toTable(days, compared, SERIES, {
    clicks: views.clicks.getValue,
    leads: views.leads.getValue,
    conversions: views.conversions.getValue,
    revenue: views.revenue.getValue,
    commission: views.commission.getValue,
  })
  return (
    <div className="max-h-[26rem] overflow-y-auto">
      <Table label={t('overview.performance')}>
        <thead className="sticky top-0 bg-surface">
          <tr>
            <Th>{t('overview.day')}</Th>
            {columns.map((series) => (
              <Th key={series} align="right">
                {views[series].label}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, before }) => (
            <tr key={day.date}>
              <Td className="whitespace-nowrap">
                <Link
                  to="/programs/$programId/overview"
                  params={{ programId }}
                  search={selectPeriod(search, day.date, day.date)}
                  preload={false}
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
              {columns.map((series) => (
                <Td key={series} align="right" className="whitespace-nowrap">
                  {views[series].format(views[series].getValue(day))}
                  {before !== undefined && (
                    <span className="block text-ink-3 text-xs">
                      {t('overview.fromOfDay', {
                        ofDay: views[series].format(views[series].getValue(before)),
                      })}
                    </span>
                  )}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {rows.length < days.length && (
        <p className="px-4 py-3 text-ink-3 text-xs sm:px-5">{t('overview.daysWithoutActivityAreLeft')}</p>
      )}
    </div>
  )
}
