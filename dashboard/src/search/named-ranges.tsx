import { Button } from '../ui/button.tsx'
import { calendarRanges } from './period.ts'

/** Months and quarters to select by name. */
export function NamedRanges({
  range,
  today,
  onChoose,
}: {
  range: { from: string; to: string } | undefined
  today: string
  onChoose: (range: { from: string; to: string }) => void
}) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {calendarRanges(today).map(({ label, ...named }) => (
        <Button
          key={label}
          size="small"
          aria-pressed={named.from === range?.from && named.to === range.to}
          onClick={() => onChoose(named)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
