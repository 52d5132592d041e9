import type { ReactNode } from 'react'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'

/** A list's filters in a row, with a button to clear them. */
export function FilterBar({
  legend,
  isFiltered,
  onClear,
  children,
}: {
  /** For screen readers. */
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
