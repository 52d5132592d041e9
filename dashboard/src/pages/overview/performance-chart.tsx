import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import type { PerformanceDay } from '../../api/types.ts'
import { dayOf, formatDay, formatDayOn } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { timeOf, useProgram } from '../../session/use-program.ts'
import type { SeriesView } from './series.ts'

const HEIGHT_PX = 300
const AXIS_TEXT = { fill: 'var(--ink-3)', fontSize: 12 }
const VALUE_AXIS = { width: 'auto', tick: AXIS_TEXT, tickLine: false, axisLine: false } as const

/**
 * The chart of a period: counts on the left axis, money on the right, compared days dashed. Loaded
 * separately, because the chart library is most of the page's size.
 */
export default function PerformanceChart({
  days,
  compared = [],
  views,
  onDay,
}: {
  days: PerformanceDay[]
  compared?: PerformanceDay[] | undefined
  views: SeriesView[]
  /** Called when a day is pressed. */
  onDay: (day: string) => void
}) {
  const rows = days.map((day, place) => ({
    date: day.date,
    ...valuesOf(views, day, ({ series }) => series),
    ...valuesOf(views, compared[place], beforeKey),
  }))
  const beforeOf = (date: string) => compared[days.findIndex((day) => day.date === date)]
  const program = useProgram()
  const { timeZone } = program
  const today = dayOf(timeOf(program), timeZone)
  const counts = views.find(({ isMoney }) => !isMoney)
  const money = views.find(({ isMoney }) => isMoney)
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <ComposedChart
        data={rows}
        margin={{ top: 8, right: 4, bottom: 0, left: 4 }}
        style={{ cursor: 'pointer' }}
        onClick={({ activeLabel }) => {
          if (typeof activeLabel === 'string') onDay(activeLabel)
        }}
      >
        <defs>
          <linearGradient id="chart-fill" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0%" stopColor={views[0]?.color ?? ''} stopOpacity={0.22} />
            <stop offset="100%" stopColor={views[0]?.color ?? ''} stopOpacity={0} />
          </linearGradient>
        </defs>
        <CartesianGrid
          yAxisId={counts === undefined ? 'money' : 'counts'}
          vertical={false}
          stroke="var(--line)"
        />
        <XAxis
          dataKey="date"
          tickFormatter={(date: string) => formatDay(date)}
          tick={AXIS_TEXT}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          tickMargin={10}
          minTickGap={36}
        />
        {counts !== undefined && (
          <YAxis
            {...VALUE_AXIS}
            yAxisId="counts"
            allowDecimals={false}
            tickFormatter={(value: number) => counts.format(value, 'short')}
          />
        )}
        {money !== undefined && (
          <YAxis
            {...VALUE_AXIS}
            yAxisId="money"
            orientation={counts === undefined ? 'left' : 'right'}
            tickFormatter={(value: number) => money.format(value, 'short')}
          />
        )}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)' }}
          content={(tooltip) => (
            <DayTooltip tooltip={tooltip} views={views} today={today} beforeOf={beforeOf} />
          )}
        />
        {rows.some(({ date }) => date === today) && (
          <ReferenceLine
            x={today}
            yAxisId={counts === undefined ? 'money' : 'counts'}
            stroke="var(--ink-3)"
            strokeDasharray="3 3"
            label={{
              value: t('overview.todaySoFar'),
              position: 'insideTopRight',
              fill: 'var(--ink-3)',
              fontSize: 12,
            }}
          />
        )}
        {compared.length > 0 && comparedLines(views, compared.length === 1 || rows.length === 1)}
        {linesOf(views, rows.length === 1)}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function linesOf(views: SeriesView[], isOneDay: boolean) {
  return views.map((view, index) => {
    const shape = shapeOf(view, isOneDay)
    return index === 0 ? (
      <Area key={view.series} {...shape} fill="url(#chart-fill)" />
    ) : (
      <Line key={view.series} {...shape} />
    )
  })
}

function comparedLines(views: SeriesView[], isOneDay: boolean) {
  return views.map((view) => (
    <Line
      key={beforeKey(view)}
      {...shapeOf(view, isOneDay)}
      dataKey={beforeKey(view)}
      className="compared"
      strokeDasharray="4 4"
      strokeWidth={1.5}
      strokeOpacity={0.8}
      activeDot={false}
    />
  ))
}

const beforeKey = ({ series }: SeriesView) => t('overview.seriesBefore', { series })

/** Returns a day's value of each line, or none where the line ends. */
function valuesOf(
  views: SeriesView[],
  day: PerformanceDay | undefined,
  keyOf: (view: SeriesView) => string,
): Record<string, number> {
  return day === undefined ? {} : Object.fromEntries(views.map((view) => [keyOf(view), view.ofDay(day)]))
}

/** Draws a dot for a single day, because its line would be invisible. */
function shapeOf({ series, label, color, isMoney }: SeriesView, isOneDay: boolean) {
  return {
    dataKey: series,
    name: label,
    yAxisId: isMoney ? 'money' : 'counts',
    stroke: color,
    strokeWidth: 2,
    type: 'monotone',
    isAnimationActive: false,
    dot: isOneDay,
    activeDot: { r: 4, strokeWidth: 2, stroke: 'var(--surface)' },
  } as const
}

function DayTooltip({
  tooltip: { active, label, payload },
  views,
  today,
  beforeOf,
}: {
  tooltip: TooltipContentProps
  views: SeriesView[]
  today: string
  beforeOf: (date: string) => PerformanceDay | undefined
}) {
  if (!active || typeof label !== 'string') return null
  const before = beforeOf(label)
  return (
    <div className="min-w-44 rounded-xl border bg-surface px-3 py-2.5 shadow-float">
      <p className="mb-1.5 font-medium">{formatDayOn(label, today)}</p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        {views.map(({ series, label: name, color, format }) => (
          <div key={series} className="contents">
            <dt className="flex items-center gap-2 text-ink-2">
              <span aria-hidden="true" className="size-2 rounded-[3px]" style={{ backgroundColor: color }} />
              {name}
            </dt>
            <dd className="text-right font-medium tabular-nums">
              {format(Number(payload.find(({ dataKey }) => dataKey === series)?.value ?? 0))}
            </dd>
          </div>
        ))}
      </dl>
      {before !== undefined && (
        <>
          <p className="mt-2 mb-1 text-ink-3 text-xs">
            {t('overview.vsDate', { date: formatDay(before.date, 'long') })}
          </p>
          <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-ink-2">
            {views.map(({ series, label: name, color, format, ofDay }) => (
              <div key={series} className="contents">
                <dt className="flex items-center gap-2">
                  <span
                    aria-hidden="true"
                    className="w-4 border-t-2 border-dashed"
                    style={{ borderColor: color }}
                  />
                  {name}
                </dt>
                <dd className="text-right tabular-nums">{format(ofDay(before))}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className="mt-1.5 text-ink-3 text-xs">{t('overview.clickViewEventsForThis')}</p>
    </div>
  )
}
