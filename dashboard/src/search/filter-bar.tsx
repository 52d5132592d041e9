import type { ReactNode } from 'react'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'

/** The filters of a list in a row, and the way to take all of them out. */
export function FilterBar({
  legend,
  isFiltered,
  onClear,
  children,
}: {
  /** Says to who cannot see the row what it chooses. */
  legend: string
  isFiltered: boolean
  onClear: () => void
  children: ReactNode
}) {
  return (
    <fieldset className="mb-4 flex flex-wrap items-center gap-2">
      <legend className="sr-only">{legend}</legend>
      {children}
      {isFiltered && (
        <Button look="quiet" onClick={onClear}>
          {t('search.clearFilters')}
        </Button>
      )}
    </fieldset>
  )
}
