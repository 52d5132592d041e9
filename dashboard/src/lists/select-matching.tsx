import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'

/** Everything that matches a list's filters, as selected by the service. */
export interface MatchingRows<Row> {
  rows: readonly Row[]
  /** False if more rows match than can be selected at once. */
  isComplete: boolean
}

/** Offers to select all rows that match the filters, once the rows shown are selected. */
export function SelectMatching<Row>({
  matching,
  selected,
  onSelect,
}: {
  /** Undefined while it isn't needed or is still loading. */
  matching: MatchingRows<Row> | undefined
  selected: number
  onSelect: (rows: readonly Row[]) => void
}) {
  if (matching === undefined || matching.rows.length <= selected) return null
  const { rows, isComplete } = matching
  return (
    <Button size="small" look="quiet" onClick={() => onSelect(rows)}>
      {isComplete
        ? t('lists.selectAllCountMatching', { count: rows.length })
        : t('lists.selectNewestCountMatching', { count: rows.length })}
    </Button>
  )
}
