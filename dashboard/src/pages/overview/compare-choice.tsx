import { useState } from 'react'
import { t } from '../../messages/team-text.ts'
import type { CompareSearch, Comparison } from '../../search/compare.ts'
import type { SearchChange } from '../../search/list-search.ts'
import RangeCalendar from '../../search/range-calendar.tsx'
import { Checkbox } from '../../ui/check.tsx'

const CHOICES = [
  ['previous', t('overview.previousPeriod')],
  ['month', t('overview.monthBefore')],
  ['year', t('overview.sameDaysYearEarlier')],
  ['own', t('overview.customDates')],
  ['none', t('overview.noComparison')],
] as const
type Choice = (typeof CHOICES)[number][0]

/** Each option's search parameters. "A year earlier" is also drawn in the chart. */
const CHANGES: Record<Exclude<Choice, 'own'>, SearchChange<CompareSearch>> = {
  previous: { compare: 'previous' },
  month: { compare: 'month' },
  year: { compare: 'year', days: 'both' },
  none: { compare: 'none', days: undefined },
}

/** Selects what to compare with. Options apply immediately, custom dates on submit. */
export default function CompareChoice({
  value,
  comparison,
  today,
  onChange,
  onDone,
}: {
  value: CompareSearch
  comparison: Comparison
  today: string
  onChange: (changes: SearchChange<CompareSearch>) => void
  onDone: () => void
}) {
  const { compareFrom, compareTo, days } = value
  const range =
    compareFrom === undefined || compareTo === undefined ? undefined : { from: compareFrom, to: compareTo }
  const [choice, setChoice] = useState<Choice>(comparison)
  const choose = (chosen: Choice) => {
    setChoice(chosen)
    if (chosen !== 'own') onChange({ compareFrom: undefined, compareTo: undefined, ...CHANGES[chosen] })
  }
  return (
    <div className="flex w-72 max-w-full flex-col gap-3">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1.5 font-medium">{t('overview.compareWith')}</legend>
        {CHOICES.map(([one, label]) => (
          <label
            key={one}
            className="flex min-h-8 pointer-coarse:min-h-10 cursor-pointer items-center gap-2.5"
          >
            <input
              type="radio"
              name="compare"
              value={one}
              checked={choice === one}
              onChange={() => choose(one)}
              className="size-4 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {choice === 'own' && (
        <div className="border-t pt-3">
          <RangeCalendar
            range={range}
            today={today}
            onApply={({ from, to }) => {
              onChange({ compare: undefined, compareFrom: from, compareTo: to, days: 'both' })
              onDone()
            }}
          />
        </div>
      )}
      {(choice !== 'own' || range !== undefined) && (
        <div className="border-t pt-3">
          <Checkbox
            label={t('overview.showDailyFigures')}
            hint={t('overview.shownInChartAndTable')}
            checked={days === 'both'}
            disabled={choice === 'none'}
            onChange={(event) => onChange({ days: event.target.checked ? 'both' : undefined })}
          />
        </div>
      )}
    </div>
  )
}
