import { type PointerEvent, useState } from 'react'
import { formatDay, formatDayOn, formatDayRange, toDay } from '../../format/date.ts'
import { formatMoney, nonzeroCurrencies } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/portal-text.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { type DaySeries, daySeries, METRIC_OPTIONS } from '../day-series.ts'
import { Choice } from '../display.tsx'
import type { PortalOverview, PortalProgram } from '../queries.ts'
import { updateSearch, useAppLocation } from '../router.ts'

type Day = PortalOverview['days'][number]

/** A bar chart of one metric by day. Hidden from screen readers, which get a table of the same days. */
export default function DayChart({ program, data }: { program: PortalProgram; data: PortalOverview }) {
  const { search } = useAppLocation()
  const isTable = search.get('view') === 'table'
  const series = daySeries(search, data)
  const [at, setAt] = useState<number>()
  const { days } = data
  const today = toDay(Date.now() + program.clockAheadMs, program.timeZone)
  const pointed = isTable || at === undefined ? undefined : days[at]
  return (
    <Card>
      <CardBody>
        <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-[1_1_8rem]">
            <h2 className="font-semibold text-[0.9375rem]">
              {isTable ? t('dayChart.byDay') : t('dayChart.seriesByDay', { series: series.label })}
            </h2>
            {!isTable && (
              <p className="mt-0.5 text-ink-3 tabular-nums">
                {pointed === undefined
                  ? t('dayChart.totalInTotal', { total: series.formatWithUnit(series.total) })
                  : `${formatDayOn(pointed.date, today)}: ${series.formatWithUnit(series.getValue(pointed))}`}
              </p>
            )}
          </div>
          <Choice
            label={t('dayChart.showAs')}
            value={isTable ? 'table' : 'chart'}
            choices={[
              { value: 'chart', label: t('dayChart.chart') },
              { value: 'table', label: t('dayChart.table') },
            ]}
            onChoose={(view) => updateSearch({ view: view === 'table' ? view : undefined })}
          />
        </div>
        {isTable ? (
          <DayTable days={days} />
        ) : (
          <>
            <SeriesChoice series={series} />
            <Bars days={days} series={series} at={at} onPoint={setAt} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

function SeriesChoice({ series: { metric: shown, currency, currencies } }: { series: DaySeries }) {
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Choice
        label={t('dayChart.metric')}
        value={shown}
        choices={METRIC_OPTIONS}
        onChoose={(show) => updateSearch({ show: show === 'clicks' ? undefined : show })}
      />
      {currency !== undefined && currencies.length > 1 && (
        <Choice
          label={t('dayChart.currency')}
          value={currency}
          choices={currencies.map((one) => ({ value: one, label: one }))}
          onChoose={(chosen) => updateSearch({ currency: chosen })}
        />
      )}
    </div>
  )
}

/** With more days, the gap would be narrower than a pixel. */
const MAX_DAYS_APART = 120
const DAY_WIDTH = 10
const HEIGHT = 100
/** Keeps small values visible. */
const MIN_HEIGHT = 2

function Bars({
  days,
  series: { label, color, total, getValue, formatWithUnit, format },
  at,
  onPoint,
}: {
  days: readonly Day[]
  series: DaySeries
  /** The highlighted day. */
  at: number | undefined
  onPoint: (at: number | undefined) => void
}) {
  const [first, last] = [days.at(0), days.at(-1)]
  if (total === 0 || first === undefined || last === undefined) {
    return <p className="grid h-44 place-items-center text-ink-3">{t('dayChart.noDataForTheseDays')}</p>
  }
  const best = days.reduce((max, day) => (getValue(day) > getValue(max) ? day : max), first)
  const max = getValue(best)
  const gap = days.length > MAX_DAYS_APART ? 0 : 1
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onPoint(Math.floor(((clientX - left) / width) * days.length))
  }
  return (
    <figure>
      <p aria-hidden="true" className="mb-1 text-ink-3 text-xs tabular-nums">
        {format(max)}
      </p>
      <svg
        role="img"
        aria-label={t('dayChart.labelByDayDateTotal', {
          label,
          date: formatDayRange(first.date, last.date),
          total: formatWithUnit(total),
          date2: formatDay(best.date, 'long'),
          highest: formatWithUnit(max),
        })}
        viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        onPointerMove={point}
        onPointerDown={point}
        // Touch pointers leave when lifted, so the highlighted day stays readable.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(undefined)}
        className="h-40 w-full touch-pan-y border-y"
      >
        {days.map((day, index) => {
          const value = getValue(day)
          const height = value === 0 ? 0 : Math.max(MIN_HEIGHT, (value / max) * HEIGHT)
          return (
            <rect
              key={day.date}
              x={index * DAY_WIDTH + gap}
              y={HEIGHT - height}
              width={DAY_WIDTH - 2 * gap}
              height={height}
              fill={color}
              fillOpacity={at === undefined || at === index ? 1 : 0.5}
            />
          )
        })}
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-[0.8125rem] text-ink-3">
        <span>{formatDay(first.date)}</span>
        {last !== first && <span>{formatDay(last.date)}</span>}
      </div>
    </figure>
  )
}

const HEADS = [
  t('dayChart.day'),
  t('dayChart.clicks'),
  t('dayChart.signups'),
  t('dayChart.customers'),
  t('dayChart.earned'),
]

/** Days with activity, newest first. */
function DayTable({ days }: { days: readonly Day[] }) {
  const labeledDays = days.filter(
    ({ clicks, leads, customers, earnedByCurrency }) =>
      clicks + leads + customers > 0 || nonzeroCurrencies(earnedByCurrency).length > 0,
  )
  if (labeledDays.length === 0)
    return <p className="grid h-44 place-items-center text-ink-3">{t('dayChart.noDataForTheseDays')}</p>
  return (
    <ScrollRegion label={t('dayChart.days')} className="max-h-[26rem] overflow-auto">
      <table className="w-full text-right tabular-nums">
        <thead className="sticky top-0 bg-surface text-ink-3">
          <tr>
            {HEADS.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`px-1.5 py-1.5 font-medium sm:px-2 ${index === 0 ? 'text-left' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labeledDays.toReversed().map((day) => (
            <tr key={day.date} className="border-t align-top">
              <th scope="row" className="whitespace-nowrap px-1.5 py-1.5 text-left font-normal sm:px-2">
                {formatDay(day.date)}
              </th>
              <td className="px-1.5 py-1.5 sm:px-2">{formatCount(day.clicks)}</td>
              <td className="px-1.5 py-1.5 sm:px-2">{formatCount(day.leads)}</td>
              <td className="px-1.5 py-1.5 sm:px-2">{formatCount(day.customers)}</td>
              <td className="whitespace-nowrap px-1.5 py-1.5 sm:px-2">
                {nonzeroCurrencies(day.earnedByCurrency).map((currency) => (
                  <span key={currency} className="block">
                    {formatMoney(day.earnedByCurrency[currency] ?? 0, currency)}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
