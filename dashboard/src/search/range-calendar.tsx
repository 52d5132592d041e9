import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type DateRange, DayPicker } from 'react-day-picker'
import { formatDayRange } from '../format/date.ts'
import { interfaceLanguage } from '../messages/message.ts'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'
import { NamedRanges } from './named-ranges.tsx'

/** Days are UTC midnights, so that the reader's time zone can't shift them. */
const toDate = (day: string) => new Date(`${day}T00:00:00Z`)
const toDay = (date: Date) => date.toISOString().slice(0, 10)

export default function RangeCalendar({
  range,
  today,
  onApply,
}: {
  range: { from: string; to: string } | undefined
  today: string
  onApply: (range: { from: string; to: string }) => void
}) {
  const [chosen, setChosen] = useState<DateRange | undefined>(
    range === undefined ? undefined : { from: toDate(range.from), to: toDate(range.to) },
  )
  const from = chosen?.from === undefined ? undefined : toDay(chosen.from)
  const to = chosen?.to === undefined ? from : toDay(chosen.to)
  return (
    <div className="flex flex-col gap-3">
      <NamedRanges range={range} today={today} onChoose={onApply} />
      <DayPicker
        mode="range"
        timeZone="UTC"
        selected={chosen}
        onSelect={setChosen}
        defaultMonth={chosen?.to ?? toDate(today)}
        endMonth={toDate(today)}
        disabled={{ after: toDate(today) }}
        today={toDate(today)}
        formatters={{
          formatCaption: (month) =>
            new Intl.DateTimeFormat(interfaceLanguage(), {
              month: 'long',
              year: 'numeric',
              timeZone: 'UTC',
            }).format(month),
          formatWeekdayName: (day) =>
            new Intl.DateTimeFormat(interfaceLanguage(), { weekday: 'narrow', timeZone: 'UTC' }).format(day),
        }}
        labels={{ labelDayButton: dayLabel }}
        components={{ Chevron }}
        classNames={{
          root: 'select-none',
          months: 'relative',
          month_caption: 'flex h-8 pointer-coarse:h-10 items-center justify-center font-medium',
          nav: 'absolute inset-x-0 top-0 flex h-8 pointer-coarse:h-10 items-center justify-between',
          button_previous:
            'grid size-8 pointer-coarse:size-10 place-items-center rounded-lg text-ink-3 hover:bg-fill hover:text-ink aria-disabled:opacity-40',
          button_next:
            'grid size-8 pointer-coarse:size-10 place-items-center rounded-lg text-ink-3 hover:bg-fill hover:text-ink aria-disabled:opacity-40',
          month_grid: 'mt-2 w-full border-collapse',
          weekday: 'size-9 pointer-coarse:w-10 font-normal text-ink-3 text-xs',
          day: 'p-0 text-center',
          day_button:
            'size-9 pointer-coarse:size-10 rounded-lg tabular-nums hover:bg-fill disabled:opacity-35',
          today: 'font-semibold [&>button]:text-accent-text',
          outside: 'opacity-40',
          range_middle: 'bg-accent-soft [&>button]:rounded-none [&>button]:hover:bg-transparent',
          range_start: 'rounded-l-lg bg-accent-soft [&>button]:bg-accent [&>button]:text-white!',
          range_end: 'rounded-r-lg bg-accent-soft [&>button]:bg-accent [&>button]:text-white!',
        }}
      />
      <div className="flex items-center justify-between gap-4 border-t pt-3">
        <p aria-live="polite" className="text-[0.8125rem] text-ink-3">
          {from === undefined || to === undefined ? t('search.chooseFirstDay') : formatDayRange(from, to)}
        </p>
        <Button
          look="primary"
          size="small"
          disabled={from === undefined || to === undefined}
          onClick={() => from !== undefined && to !== undefined && onApply({ from, to })}
        >
          {t('search.apply')}
        </Button>
      </div>
    </div>
  )
}

/** The full day in the reader's language, including the visible number. */
function dayLabel(date: Date, { today, selected }: { today?: boolean; selected?: boolean }): string {
  const day = new Intl.DateTimeFormat(interfaceLanguage(), { dateStyle: 'full', timeZone: 'UTC' }).format(
    date,
  )
  return [...(today ? [t('search.today')] : []), day, ...(selected ? ['selected'] : [])].join(', ')
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden="true" className="size-4" />
}
