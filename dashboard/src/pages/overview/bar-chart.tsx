import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type KeyboardEvent, useRef, useState } from 'react'
import { formatDay, formatDayOn, formatDayRange, formatMonth } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { axisTicks, type Bar, type BarSpan, isLabeled } from './bars.ts'
import { type OverviewSearch, selectPeriod } from './search.ts'
import type { SeriesView } from './series.ts'

/**
 * One metric as bars, and the comparison period as a dashed line. Each bar links to its days; the tab key reaches one
 * bar, arrow keys the others.
 */
export function BarChart({
  bars,
  span,
  name,
  view,
  today,
  search,
}: {
  bars: readonly Bar[]
  span: BarSpan
  name: string
  view: SeriesView
  today: string
  /** The URL whose period a bar narrows. */
  search: OverviewSearch
}) {
  const [shown, setShown] = useState<number>()
  const ticks = axisTicks(
    Math.max(...bars.map(({ value, before }) => Math.max(value, before?.value ?? 0))),
    !view.isMoney,
  )
  const top = ticks.at(-1) ?? 1
  const shownBar = shown === undefined ? undefined : bars[shown]
  return (
    <div className="@container">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <Axis labels={ticks.map((tick) => view.format(tick, 'short'))} />
        <div className="relative h-64">
          {ticks.map((tick) => (
            <span
              key={tick}
              aria-hidden="true"
              className="absolute inset-x-0 border-t"
              style={{ bottom: `${(tick / top) * 100}%` }}
            />
          ))}
          <TodayMark bars={bars} today={today} />
          <Bars {...{ bars, name, view, top, today, search, shown }} onShow={setShown} />
          <ComparedLine bars={bars} top={top} />
          {shownBar !== undefined && shown !== undefined && (
            <BarTooltip bar={shownBar} place={(shown + 0.5) / bars.length} view={view} today={today} />
          )}
        </div>
        <span />
        <div aria-hidden="true" className="relative mt-2 h-5 text-ink-3 text-xs">
          {bars.map(
            ({ from }, place) =>
              isLabeled(place, bars.length) && (
                <span
                  key={from}
                  className={clsx(
                    'absolute -translate-x-1/2 whitespace-nowrap',
                    // Every second label is omitted if there is little room.
                    Math.floor(place / Math.ceil(bars.length / 7)) % 2 === 1 && '@max-[26rem]:hidden',
                  )}
                  style={{ left: `${((place + 0.5) / bars.length) * 100}%` }}
                >
                  {span === 'month' ? formatMonth(from.slice(0, 7)) : formatDay(from)}
                </span>
              ),
          )}
        </div>
      </div>
    </div>
  )
}

function Axis({ labels }: { labels: string[] }) {
  return (
    <div
      aria-hidden="true"
      className="flex h-64 flex-col-reverse justify-between text-right text-ink-3 text-xs tabular-nums"
    >
      {labels.map((label) => (
        <span key={label} className="flex h-0 items-center justify-end whitespace-nowrap">
          {label}
        </span>
      ))}
    </div>
  )
}

function Bars({
  bars,
  name,
  view,
  top,
  today,
  search,
  shown,
  onShow,
}: {
  bars: readonly Bar[]
  name: string
  view: SeriesView
  top: number
  today: string
  search: OverviewSearch
  shown: number | undefined
  onShow: (place: number | undefined) => void
}) {
  const programId = useProgramId()
  const list = useRef<HTMLOListElement>(null)
  const [reached, setReached] = useState(bars.length - 1)
  const focusable = Math.min(reached, bars.length - 1)
  const move = (event: KeyboardEvent) => {
    const next = nextBarIndex(event.key, focusable, bars.length)
    if (next === undefined) return
    event.preventDefault()
    setReached(next)
    list.current?.querySelectorAll('a')[next]?.focus()
  }
  return (
    <ol
      ref={list}
      aria-label={name}
      className="absolute inset-0 flex"
      onPointerLeave={() => onShow(undefined)}
    >
      {bars.map((bar, place) => (
        <li key={bar.from} className="min-w-0 flex-1">
          <Link
            to="/programs/$programId/overview"
            params={{ programId }}
            search={selectPeriod(search, bar.from, bar.to)}
            preload={false}
            tabIndex={place === focusable ? 0 : -1}
            onKeyDown={move}
            onPointerEnter={() => onShow(place)}
            onFocus={() => {
              setReached(place)
              onShow(place)
            }}
            onBlur={() => onShow(undefined)}
            className={clsx(
              'flex h-full items-end justify-center rounded-sm -outline-offset-2',
              shown === place && 'bg-fill',
            )}
          >
            <span className="sr-only">{barLabel(bar, view, today)}</span>
            <span
              aria-hidden="true"
              className={clsx('w-[72%] max-w-12 rounded-t-sm', isToday(bar, today) && 'opacity-60')}
              style={{
                backgroundColor: view.color,
                height: `${(bar.value / top) * 100}%`,
                // The smallest value stays visible.
                minHeight: bar.value > 0 ? 2 : 0,
              }}
            />
          </Link>
        </li>
      ))}
    </ol>
  )
}

function nextBarIndex(key: string, place: number, bars: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return Math.min(place + 1, bars - 1)
    case 'ArrowLeft':
      return Math.max(place - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return bars - 1
    default:
      return undefined
  }
}

const isToday = ({ from, to }: Bar, today: string) => from <= today && today <= to

function formatSpan({ from, to }: { from: string; to: string }, today: string): string {
  return from === to ? formatDayOn(from, today) : formatDayRange(from, to)
}

/** For screen readers: "Wed, Mar 4, 2026: 120, compared with 90". */
function barLabel(bar: Bar, view: SeriesView, today: string): string {
  return t('overview.spanValueBefore', {
    span: formatSpan(bar, today),
    value: view.format(bar.value),
    isCompared: String(bar.before !== undefined),
    before: bar.before === undefined ? '' : view.format(bar.before.value),
  })
}

/**
 * The line ends where the comparison period does, and is omitted if all values are zero. A single bar gets a level
 * line.
 */
function ComparedLine({ bars, top }: { bars: readonly Bar[]; top: number }) {
  const points = bars.flatMap(({ before }, place) =>
    before === undefined ? [] : [[place + 0.5, 100 - (before.value / top) * 100] as const],
  )
  const [first] = points
  if (first === undefined || bars.every(({ before }) => (before?.value ?? 0) === 0)) return null
  const drawn =
    bars.length === 1
      ? ([
          [0, first[1]],
          [1, first[1]],
        ] as const)
      : points
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars.length} 100`}
      preserveAspectRatio="none"
      className="compared pointer-events-none absolute inset-0 size-full overflow-visible text-ink"
    >
      <polyline
        points={drawn.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function TodayMark({ bars, today }: { bars: readonly Bar[]; today: string }) {
  const place = bars.findIndex((bar) => isToday(bar, today))
  if (place === -1) return null
  return (
    <span
      aria-hidden="true"
      className="absolute -top-1 -translate-y-full whitespace-nowrap text-ink-3 text-xs"
      style={{ right: `${((bars.length - 1 - place) / bars.length) * 100}%` }}
    >
      {t('overview.todaySoFar')}
    </span>
  )
}

/** @param place from 0 at the left to 1 at the right */
function BarTooltip({
  bar,
  place,
  view: { label, color, format },
  today,
}: {
  bar: Bar
  place: number
  view: SeriesView
  today: string
}) {
  const { before } = bar
  return (
    <div
      aria-hidden="true"
      className={clsx(
        'pointer-events-none absolute top-2 z-10 min-w-40 rounded-xl border bg-surface px-3 py-2.5 shadow-float',
        place > 0.5 && '-translate-x-full',
      )}
      style={{ left: `${place * 100}%` }}
    >
      <p className="mb-1.5 font-medium">{formatSpan(bar, today)}</p>
      <p className="flex items-center justify-between gap-6">
        <span className="flex items-center gap-2 text-ink-2">
          <span className="size-2 rounded-[3px]" style={{ backgroundColor: color }} />
          {label}
        </span>
        <span className="font-medium tabular-nums">{format(bar.value)}</span>
      </p>
      {before !== undefined && (
        <p className="mt-1 flex items-center justify-between gap-6 text-ink-2">
          <span className="flex items-center gap-2">
            <span className="w-4 border-ink border-t-2 border-dashed" />
            {t('overview.vsDate', {
              date:
                before.from === before.to
                  ? formatDay(before.from, 'long')
                  : formatDayRange(before.from, before.to),
            })}
          </span>
          <span className="tabular-nums">{format(before.value)}</span>
        </p>
      )}
    </div>
  )
}
