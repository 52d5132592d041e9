import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatDayRange } from '../format/date.ts'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/states.tsx'
import { DEFAULT_PERIOD, PERIODS, type PeriodSearch } from './period.ts'

// Loaded when the calendar is first opened.
const RangeCalendar = lazy(() => import('./range-calendar.tsx'))

const LABELS = {
  '7d': periodLabel(7),
  '30d': periodLabel(30),
  '90d': periodLabel(90),
  all: t('search.labels.all'),
} as const

/** `30 days`, or `30d` on narrow pages. */
function periodLabel(days: number) {
  return (
    <>
      {days}
      <span className="sm:hidden">{t('search.d')}</span>
      <span className="max-sm:sr-only">{` ${t('search.days')}`}</span>
    </>
  )
}

/** Selects a named period, or a range from a calendar. */
export function PeriodPicker({
  value,
  today,
  onChange,
}: {
  value: PeriodSearch
  /** Today in the program's time zone; later days can't be selected. */
  today: string
  onChange: (value: PeriodSearch) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const { from, to } = value
  const range = from !== undefined && to !== undefined ? { from, to } : undefined
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={t('search.period')}
        value={range === undefined ? (value.period ?? DEFAULT_PERIOD) : undefined}
        choices={PERIODS.map((period) => ({ value: period, label: LABELS[period] }))}
        onChoose={(period) => onChange(period === DEFAULT_PERIOD ? {} : { period })}
      />
      <RangePopover
        label={range === undefined ? t('search.dates') : formatDayRange(range.from, range.to)}
        range={range}
        today={today}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        onChoose={onChange}
      />
    </div>
  )
}

/** A button that opens the calendar; `label` is the current selection. */
export function RangePopover({
  label,
  range,
  today,
  isOpen,
  onOpenChange,
  onChoose,
}: {
  label: string
  range: { from: string; to: string } | undefined
  today: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChoose: (range: { from: string; to: string }) => void
}) {
  return (
    <Popover
      label={t('search.chooseDates')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <Button className={range === undefined ? '' : 'border-accent! text-accent-text!'}>
          <CalendarDays aria-hidden="true" className="size-4" />
          {label}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-80 w-64" />}>
        <RangeCalendar
          range={range}
          today={today}
          onApply={(chosen) => {
            onOpenChange(false)
            onChoose(chosen)
          }}
        />
      </Suspense>
    </Popover>
  )
}
