import type { Dispatch, SetStateAction } from 'react'
import { t } from '../messages/shared-text.ts'
import { RowCheckbox } from './check.tsx'
import { goToSelection, SELECTION_ID } from './selection-bar.tsx'
import { Td, Th } from './table.tsx'

/** The rows that are chosen, and how to choose. */
export interface Selection {
  ids: ReadonlySet<number>
  /** The same function for as long as the list is shown, so that a row is drawn again only when it changes. */
  onChange: Dispatch<SetStateAction<ReadonlySet<number>>>
}

/** The head of the column of checkboxes: chooses every row shown that can be chosen, or none. */
export function ThSelect({
  label,
  ids,
  selection,
}: {
  label: string
  /** Those that can be chosen. */
  ids: readonly number[]
  selection: Selection
}) {
  const areAllChosen = ids.length > 0 && ids.every((id) => selection.ids.has(id))
  const isPartly = !areAllChosen && ids.some((id) => selection.ids.has(id))
  return (
    <Th className="w-8 pr-0!">
      <RowCheckbox
        label={label}
        checked={areAllChosen}
        disabled={ids.length === 0}
        ref={(input) => {
          if (input !== null) input.indeterminate = isPartly
        }}
        onChange={() => selection.onChange(new Set(areAllChosen ? [] : ids))}
      />
    </Th>
  )
}

/** The checkbox of a row; a row that cannot be chosen has none. */
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
      {isChosen && <ToSelection />}
    </Td>
  )
}

/** There for the keyboard alone, after the box that was just ticked: many rows may stand between it and the bar. */
function ToSelection() {
  return (
    <a
      href={`#${SELECTION_ID}`}
      onClick={(event) => {
        // The address says what the list shows; it stays.
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
