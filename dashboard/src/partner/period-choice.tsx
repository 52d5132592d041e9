import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { formatDayRange, toDay } from '../format/date.ts'
import { t } from '../messages/portal-text.ts'
import { DEFAULT_PERIOD, PERIODS } from '../search/period.ts'
import { Button } from '../ui/button.tsx'
import type { DayRange } from './day-range.ts'
import { Choice } from './display.tsx'
import { type PortalProgram, readPeriod } from './queries.ts'
import { updateSearch, useAppLocation } from './router.ts'

// Loaded when a custom range is selected.
const CustomRange = lazy(() => import('./custom-range.tsx'))

const LABELS = {
  today: t('periodChoice.labels.today'),
  '7d': daysLabel(7),
  '30d': daysLabel(30),
  '90d': daysLabel(90),
  all: t('periodChoice.labels.all'),
} as const

/** `30 days`, or `30d` on narrow pages. */
function daysLabel(days: number) {
  return (
    <>
      {days}
      <span className="sm:hidden">{t('periodChoice.d')}</span>
      <span className="max-sm:sr-only">{` ${t('periodChoice.days')}`}</span>
    </>
  )
}

const CHOICES = (['today', ...PERIODS] as const).map((value) => ({ value, label: LABELS[value] }))

/** Sets the period in the URL: a name, or a first and last day. */
export function PeriodChoice({ program }: { program: PortalProgram }) {
  const { period, from, to } = readPeriod(useAppLocation().search)
  const range = from !== undefined && to !== undefined ? { from, to } : undefined
  const today = toDay(Date.now() + program.clockAheadMs, program.timeZone)
  const isToday = range?.from === today && range.to === today
  const isCustom = range !== undefined && !isToday
  return (
    <RangePopover
      range={range}
      isCustom={isCustom}
      today={today}
      onChoose={(chosen) => updateSearch({ period: undefined, ...chosen })}
    >
      <Choice
        label={t('periodChoice.period')}
        value={isToday ? 'today' : isCustom ? undefined : (period ?? DEFAULT_PERIOD)}
        choices={CHOICES}
        onChoose={(value) =>
          updateSearch({
            period: value === DEFAULT_PERIOD || value === 'today' ? undefined : value,
            from: value === 'today' ? today : undefined,
            to: value === 'today' ? today : undefined,
          })
        }
      />
    </RangePopover>
  )
}

/** A button, next to the named periods, that opens the custom range. If `isCustom` is set, the button shows the range. */
export function RangePopover({
  range,
  isCustom,
  today,
  onChoose,
  children,
}: {
  range: DayRange | undefined
  isCustom: boolean
  /** Today in the program's time zone. */
  today: string
  onChoose: (range: DayRange) => void
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setIsOpen(false)
    }
    const leave = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      opener.current?.focus()
    }
    addEventListener('pointerdown', close)
    addEventListener('keydown', leave)
    return () => {
      removeEventListener('pointerdown', close)
      removeEventListener('keydown', leave)
    }
  }, [isOpen])
  return (
    <div ref={box} className="relative flex flex-wrap items-center gap-2">
      {children}
      <Button
        ref={opener}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className={isCustom ? 'border-accent-text! text-accent-text!' : ''}
      >
        {isCustom && range !== undefined ? formatDayRange(range.from, range.to) : t('periodChoice.dates')}
      </Button>
      {isOpen && (
        <Suspense>
          <CustomRange
            range={range}
            today={today}
            onChoose={(chosen) => {
              setIsOpen(false)
              opener.current?.focus()
              onChoose(chosen)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
