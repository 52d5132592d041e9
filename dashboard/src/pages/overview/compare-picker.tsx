import { GitCompareArrows } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatDayRange } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import type { CompareSearch, Comparison } from '../../search/compare.ts'
import type { SearchChange } from '../../search/list-search.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/states.tsx'

// Loaded when first opened, with its calendar.
const CompareChoice = lazy(() => import('./compare-choice.tsx'))

/** A button that shows the comparison period and opens its options. */
export function ComparePicker({
  value,
  comparison,
  today,
  onChange,
}: {
  value: CompareSearch
  /** The comparison in the URL, or the period's default. */
  comparison: Comparison
  /** Today in the program's time zone. */
  today: string
  onChange: (changes: SearchChange<CompareSearch>) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const chosen = comparisonLabel(value)
  return (
    <Popover
      label={t('overview.chooseComparisonPeriod')}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button className={chosen === undefined ? '' : 'border-accent! text-accent-text!'}>
          <GitCompareArrows aria-hidden="true" className="size-4" />
          <span className={chosen === undefined ? '' : 'sr-only'}>{t('overview.compare')}</span>
          {chosen}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-44 w-64" />}>
        <CompareChoice
          value={value}
          comparison={comparison}
          today={today}
          onChange={onChange}
          onDone={() => setIsOpen(false)}
        />
      </Suspense>
    </Popover>
  )
}

const LABELS = {
  previous: t('overview.previousPeriod'),
  month: t('overview.monthBefore'),
  year: t('overview.yearEarlier'),
  none: t('overview.noComparison'),
} as const

function comparisonLabel({ compare, compareFrom, compareTo }: CompareSearch): string | undefined {
  if (compareFrom !== undefined && compareTo !== undefined) return formatDayRange(compareFrom, compareTo)
  return compare && LABELS[compare]
}
