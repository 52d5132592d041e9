import { useMemo, useSyncExternalStore } from 'react'

/** The columns a list shows (true) or hides (false) where that differs from its defaults. */
export type ColumnChoice = Readonly<Record<string, boolean>>

/**
 * Returns the column choice of a list and a function to change it. A preference of the browser, like the theme;
 * saved views carry it to other browsers.
 */
export function useColumnChoice(list: string): [ColumnChoice, (choice: ColumnChoice) => void] {
  const text = useSyncExternalStore(subscribe, () => read(list))
  const choice = useMemo(() => parseColumnChoice(text), [text])
  return [choice, (chosen) => write(list, chosen)]
}

export function parseColumnChoice(text: string): ColumnChoice {
  try {
    const stored: unknown = JSON.parse(text)
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return Object.fromEntries(
      entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    )
  } catch {
    return {}
  }
}

/** Returns which columns are visible. The first one always is. */
export function visibleColumns(
  columns: readonly { id: string; isOptional?: true }[],
  choice: ColumnChoice,
): Record<string, boolean> {
  return Object.fromEntries(
    columns.map(({ id, isOptional }, index) => [id, index === 0 || (choice[id] ?? isOptional !== true)]),
  )
}

/** Returns the choice after showing or hiding a column; the default is not stored. */
export function chooseColumn(
  columns: readonly { id: string; isOptional?: true }[],
  choice: ColumnChoice,
  { id, isShown }: { id: string; isShown: boolean },
): ColumnChoice {
  const { [id]: _, ...others } = choice
  const isOptional = columns.find((column) => column.id === id)?.isOptional === true
  return isShown === !isOptional ? others : { ...others, [id]: isShown }
}

const keyOf = (list: string) => `affiliate.columns.${list}`
const listeners = new Set<() => void>()
/** Choices of this tab, in case the browser blocks storage. */
const chosen = new Map<string, string>()

function read(list: string): string {
  try {
    return chosen.get(list) ?? localStorage.getItem(keyOf(list)) ?? '{}'
  } catch {
    return '{}'
  }
}

function write(list: string, choice: ColumnChoice) {
  const text = JSON.stringify(choice)
  chosen.set(list, text)
  try {
    localStorage.setItem(keyOf(list), text)
  } catch {
    // Without storage, the choice lasts until the tab is closed.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
