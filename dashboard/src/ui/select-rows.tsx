import { t } from '../messages/shared-text.ts'
import { RowCheckbox } from './check.tsx'
import { goToSelection, SELECTION_ID } from './selection-bar.tsx'
import { Td, Th } from './table.tsx'

interface SelectAll {
  label: string
  isSelected: boolean
  /** Some rows are selected, but not all. */
  isPartial: boolean
  /** No row can be selected. */
  isDisabled: boolean
  onChange: () => void
}

interface SelectRow {
  label: string
  isSelected: boolean
  onChange: () => void
}

/** Header cell with a checkbox that selects all rows shown. */
export function ThSelect({ className, ...box }: SelectAll & { className?: string }) {
  return (
    <Th className={className}>
      <SelectAllBox {...box} />
    </Th>
  )
}

/** Cell with a row's checkbox; empty if the row can't be selected. */
export function TdSelect({ className, box }: { className?: string; box: SelectRow | undefined }) {
  return <Td className={className}>{box !== undefined && <SelectRowBox {...box} />}</Td>
}

export function SelectAllBox({ label, isSelected, isPartial, isDisabled, onChange }: SelectAll) {
  return (
    <RowCheckbox
      label={label}
      checked={isSelected}
      disabled={isDisabled}
      ref={(input) => {
        if (input !== null) input.indeterminate = isPartial
      }}
      onChange={onChange}
    />
  )
}

export function SelectRowBox({ label, isSelected, onChange }: SelectRow) {
  return (
    <span className="group/select relative block">
      <RowCheckbox label={label} checked={isSelected} onChange={onChange} />
      {isSelected && <SelectionLink />}
    </span>
  )
}

/** A keyboard-only link after the last checked box, because many rows may separate it from the bar. */
function SelectionLink() {
  return (
    <a
      href={`#${SELECTION_ID}`}
      onClick={(event) => {
        // Don't change the URL, which holds the filters.
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
