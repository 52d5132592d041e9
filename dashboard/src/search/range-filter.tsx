import { X } from 'lucide-react'
import { useState } from 'react'
import { formatDayRange } from '../format/date.ts'
import { IconButton } from '../ui/button.tsx'
import { RangePopover } from './period-picker.tsx'

/** Days of a list: none chosen means all of them. */
export function RangeFilter({
  from,
  to,
  today,
  onChange,
}: {
  from: string | undefined
  to: string | undefined
  today: string
  onChange: (range: { from: string | undefined; to: string | undefined }) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const range = from !== undefined && to !== undefined ? { from, to } : undefined
  return (
    <span className="inline-flex items-center gap-0.5">
      <RangePopover
        label={range === undefined ? 'All dates' : formatDayRange(range.from, range.to)}
        range={range}
        today={today}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        onChoose={onChange}
      />
      {range !== undefined && (
        <IconButton label="All dates" onClick={() => onChange({ from: undefined, to: undefined })}>
          <X />
        </IconButton>
      )}
    </span>
  )
}
