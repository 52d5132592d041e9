import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import type { PerformanceDay } from '../../api/types.ts'
import { formatDay } from '../../format/date.ts'
import type { SeriesView } from './series.ts'

const HEIGHT_PX = 300
const AXIS_TEXT = { fill: 'var(--ink-3)', fontSize: 12 }

/**
 * The days of a period. Counts are measured on the left, money on the right; the first of the shown ones is
 * filled. Loaded apart from the page, because the chart library is most of its script.
 */
export default function PerformanceChart({ days, views }: { days: PerformanceDay[]; views: SeriesView[] }) {
  const rows = days.map((day) => ({
    date: day.date,
    ...Object.fromEntries(views.map(({ series, ofDay }) => [series, ofDay(day)])),
  }))
  const counts = views.find(({ isMoney }) => !isMoney)
  const money = views.find(({ isMoney }) => isMoney)
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <ComposedChart data={rows} margin={{ top: 8, right: 4, bottom: 0, left: 4 }}>
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
            yAxisId="counts"
            width="auto"
            allowDecimals={false}
            tickFormatter={(value: number) => counts.format(value, 'short')}
            tick={AXIS_TEXT}
            tickLine={false}
            axisLine={false}
          />
        )}
        {money !== undefined && (
          <YAxis
            yAxisId="money"
            width="auto"
            orientation={counts === undefined ? 'left' : 'right'}
            tickFormatter={(value: number) => money.format(value, 'short')}
            tick={AXIS_TEXT}
            tickLine={false}
            axisLine={false}
          />
        )}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)' }}
          content={(tooltip) => <DayTooltip tooltip={tooltip} views={views} />}
        />
        {views.map(({ series, label, color, isMoney }, index) => {
          const shape = {
            dataKey: series,
            name: label,
            yAxisId: isMoney ? 'money' : 'counts',
            stroke: color,
            strokeWidth: 2,
            type: 'monotone',
            isAnimationActive: false,
            dot: rows.length === 1,
            activeDot: { r: 4, strokeWidth: 2, stroke: 'var(--surface)' },
          } as const
          return index === 0 ? (
            <Area key={series} {...shape} fill="url(#chart-fill)" />
          ) : (
            <Line key={series} {...shape} />
          )
        })}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function DayTooltip({
  tooltip: { active, label, payload },
  views,
}: {
  tooltip: TooltipContentProps
  views: SeriesView[]
}) {
  if (!active || typeof label !== 'string') return null
  return (
    <div className="min-w-44 rounded-xl border bg-surface px-3 py-2.5 shadow-float">
      <p className="mb-1.5 font-medium">{formatDay(label, 'long')}</p>
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
    </div>
  )
}
