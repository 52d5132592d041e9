import { clsx } from 'clsx'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

/** The options of the palette's search field, which keeps the focus. */
export function PaletteList({
  id,
  label,
  groups,
  selected,
  onSelect,
  onOpen,
}: {
  id: string
  label: string
  groups: readonly PaletteGroup[]
  selected: PaletteItem | undefined
  onSelect: (item: PaletteItem) => void
  onOpen: (item: PaletteItem) => void
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
    >
      {groups.map(({ name, items }, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't group options
        <div key={name} role="group" aria-labelledby={`${id}-group-${place}`} className="px-2 pb-2">
          <div id={`${id}-group-${place}`} className="px-2 pt-2 pb-1 text-ink-3 text-xs">
            {name}
          </div>
          {items.map((item) => (
            <Option
              key={item.href}
              id={optionId(id, item)}
              item={item}
              isSelected={item === selected}
              onPoint={() => onSelect(item)}
              onOpen={() => onOpen(item)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The DOM ID of an option, for `aria-activedescendant`. */
export function optionId(listId: string, item: PaletteItem): string {
  return `${listId}-${encodeURIComponent(item.href)}`
}

function Option({
  id,
  item: { label, hint, icon: Icon },
  isSelected,
  onPoint,
  onOpen,
}: {
  id: string
  item: PaletteItem
  isSelected: boolean
  onPoint: () => void
  onOpen: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points at it instead
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      onPointerMove={isSelected ? undefined : onPoint}
      onClick={onOpen}
      className={clsx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 pointer-coarse:min-h-11',
        isSelected && 'bg-accent-soft',
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx('size-4 shrink-0', isSelected ? 'text-accent-text' : 'text-ink-3')}
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <span className="wrap-anywhere min-w-0 font-medium">{label}</span>
        {hint !== undefined && (
          <span className="wrap-anywhere min-w-0 text-[0.8125rem] text-ink-3">{hint}</span>
        )}
      </span>
    </div>
  )
}
