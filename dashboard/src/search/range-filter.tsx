import { X } from 'lucide-react'
import { useState } from 'react'
import { formatDayRange, toDay } from '../format/date.ts'
import { t } from '../messages/team-text.ts'
import { programTimeMs, useProgram } from '../session/use-program.ts'
import { IconButton } from '../ui/button.tsx'
import { RangePopover } from './period-picker.tsx'

/** Filters a list by days; `all` is the label for no selection. */
export function RangeFilter({
  from,
  to,
  all = t('search.allDates'),
  onChange,
}: {
  from: string | undefined
  to: string | undefined
  all?: string
  onChange: (range: { from: string | undefined; to: string | undefined }) => void
}) {
  const program = useProgram()
  const { timeZone } = program
  const [isOpen, setIsOpen] = useState(false)
  const range = from !== undefined && to !== undefined ? { from, to } : undefined
  return (
    <span className="inline-flex items-center gap-0.5">
      <RangePopover
        label={range === undefined ? all : formatDayRange(range.from, range.to)}
        range={range}
        today={toDay(programTimeMs(program), timeZone)}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        onChoose={onChange}
      />
      {range !== undefined && (
        <IconButton label={all} onClick={() => onChange({ from: undefined, to: undefined })}>
          <X />
        </IconButton>
      )}
    </span>
  )
}
