import type { Dispatch, SetStateAction } from 'react'
import { t } from '../messages/shared-text.ts'
import { RowCheckbox } from './check.tsx'
import { goToSelection, SELECTION_ID } from './selection-bar.tsx'
import { Td, Th } from './table.tsx'

export interface Selection {
  ids: ReadonlySet<number>
  /** Must be stable, so that a row only re-renders when it changes. */
  onChange: Dispatch<SetStateAction<ReadonlySet<number>>>
}

/** Header checkbox: selects all selectable rows on the page, or none. */
export function ThSelect({
  label,
  ids,
  selection,
}: {
  label: string
  /** The selectable rows. */
  ids: readonly number[]
  selection: Selection
}) {
  const areAllSelected = ids.length > 0 && ids.every((id) => selection.ids.has(id))
  const isPartial = !areAllSelected && ids.some((id) => selection.ids.has(id))
  return (
    <Th className="w-8 pr-0!">
      <RowCheckbox
        label={label}
        checked={areAllSelected}
        disabled={ids.length === 0}
        ref={(input) => {
          if (input !== null) input.indeterminate = isPartial
        }}
        onChange={() => selection.onChange(new Set(areAllSelected ? [] : ids))}
      />
    </Th>
  )
}

/** Checkbox of a row; empty if the row can't be selected. */
export function TdSelect({
  label,
  id,
  canBeChosen,
  isChosen,
  onChange,
}: {
  label: string
  id: number
  canBeChosen: boolean
  isChosen: boolean
  onChange: Selection['onChange']
}) {
  const toggle = () =>
    onChange((chosen) => {
      const ids = new Set(chosen)
      if (!ids.delete(id)) ids.add(id)
      return ids
    })
  return (
    <Td className="group/select relative pr-0!">
      {canBeChosen && <RowCheckbox label={label} checked={isChosen} onChange={toggle} />}
      {isChosen && <SelectionLink />}
    </Td>
  )
}

/** A keyboard-only link after the last checked box, because many rows may separate it from the bar. */
function SelectionLink() {
  return (
    <a
      href={`#${SELECTION_ID}`}
      onClick={(event) => {
        // Don't change the address, which holds the filters.
        event.preventDefault()
        event.stopPropagation()
        goToSelection()
      }}
      className="sr-only hidden rounded-lg bg-accent px-3 py-2 font-medium text-white focus:not-sr-only group-focus-within/select:block focus:absolute! focus:top-1/2 focus:left-full focus:z-20 focus:-translate-y-1/2 focus:whitespace-nowrap! focus:px-3! focus:py-2!"
    >
      {t('ui.goSelectedRows')}
    </a>
  )
}
