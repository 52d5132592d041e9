import { type FormEvent, useState } from 'react'
import { t } from '../messages/portal-text.ts'
import { NamedRanges } from '../search/named-ranges.tsx'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { type DayRange, rangeError } from './day-range.ts'

/** Selects a first and last day with native inputs, or a month by name. */
export default function CustomRange({
  range,
  today,
  onChoose,
}: {
  range: DayRange | undefined
  /** Today in the program's time zone. */
  today: string
  onChoose: (range: DayRange) => void
}) {
  const [from, setFrom] = useState(range?.from ?? '')
  const [to, setTo] = useState(range?.to ?? today)
  const [error, setError] = useState<ReturnType<typeof rangeError>>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const rangeErrorText = rangeError({ from, to }, today)
    setError(rangeErrorText)
    if (rangeErrorText === undefined) onChoose({ from, to })
  }
  return (
    <form
      noValidate
      aria-label={t('customRange.customDates')}
      onSubmit={submit}
      className="absolute top-full left-0 z-20 mt-1.5 flex w-84 max-w-[calc(100vw-2rem)] flex-col gap-4 rounded-xl border bg-surface p-4 shadow-float sm:right-0 sm:left-auto"
    >
      <NamedRanges range={range} today={today} onChoose={onChoose} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
        <Field label={t('customRange.startDate')} error={error?.of === 'from' ? error.message : undefined}>
          {(control) => (
            <Input
              {...control}
              type="date"
              autoFocus
              max={today}
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('customRange.endDate')} error={error?.of === 'to' ? error.message : undefined}>
          {(control) => (
            <Input
              {...control}
              type="date"
              max={today}
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" look="primary">
        {t('customRange.apply')}
      </Button>
    </form>
  )
}
