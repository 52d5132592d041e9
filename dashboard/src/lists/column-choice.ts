import { useMemo } from 'react'
import { useStoredText } from './stored-text.ts'

/** The columns a list shows (true) or hides (false) where that differs from its defaults. */
export type ColumnChoice = Readonly<Record<string, boolean>>

/**
 * Returns a list's column choice and a function to change it. Stored in the browser, like the theme, and in saved
 * views.
 */
export function useColumnChoice(list: string): [ColumnChoice, (choice: ColumnChoice) => void] {
  const [text, write] = useStoredText(`affiliate.columns.${list}`, '{}')
  const choice = useMemo(() => parseColumnChoice(text), [text])
  return [choice, (newChoice) => write(JSON.stringify(newChoice))]
}

export function parseColumnChoice(text: string): ColumnChoice {
  try {
    return readColumnChoice(JSON.parse(text))
  } catch {
    return {}
  }
}

export function readColumnChoice(value: unknown): ColumnChoice {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  )
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
