import { useMemo } from 'react'
import { useAccount, useProgramId } from '../session/use-program.ts'
import { type ColumnChoice, readColumnChoice } from './column-choice.ts'
import { useStoredText } from './stored-text.ts'

/** A list's filters and order, as in its URL. */
export type ViewSearch = Readonly<Record<string, string | number>>

/** A named view of a list: its filters, order and columns. */
export interface SavedView {
  name: string
  search: ViewSearch
  columns: ColumnChoice
}

export const MAX_VIEWS = 20
export const MAX_NAME_CHARS = 60

/** URL parameters other than filters and order: the open row or dialog. */
const NOT_FILTERS = ['open', 'dialog']

/**
 * Returns the user's saved views of a list and a function to change them. Stored in the browser, per account and
 * program; colleagues can open a view by its URL.
 */
export function useSavedViews(list: string): [readonly SavedView[], (views: readonly SavedView[]) => void] {
  const key = `affiliate.views.${useAccount().user.id}.${useProgramId()}.${list}`
  const [text, write] = useStoredText(key, '[]')
  const views = useMemo(() => parseViews(text), [text])
  return [views, (newViews) => write(JSON.stringify(newViews))]
}

/** Parses stored views and drops invalid ones. */
export function parseViews(text: string): SavedView[] {
  try {
    const storedViews: unknown = JSON.parse(text)
    return Array.isArray(storedViews) ? storedViews.flatMap(readView).slice(0, MAX_VIEWS) : []
  } catch {
    return []
  }
}

function readView(value: unknown): SavedView[] {
  if (typeof value !== 'object' || value === null) return []
  const { name, search, columns } = value as Partial<Record<keyof SavedView, unknown>> // safe because each field is checked
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_CHARS) return []
  return [{ name, search: toViewSearch(search), columns: readColumnChoice(columns) }]
}

/** Returns the filters and order in a list's search parameters. */
export function toViewSearch(search: unknown): ViewSearch {
  const entries = typeof search === 'object' && search !== null ? Object.entries(search) : []
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | number] =>
        !NOT_FILTERS.includes(entry[0]) && (typeof entry[1] === 'string' || typeof entry[1] === 'number'),
    ),
  )
}

/** Returns whether a list shows what the view saved. */
export function isViewShown(view: SavedView, search: ViewSearch, columns: ColumnChoice): boolean {
  return isSame(view.search, search) && isSame(view.columns, columns)
}

function isSame(a: object, b: object): boolean {
  const sortedJson = (of: object) => JSON.stringify(Object.entries(of).sort(([x], [y]) => (x < y ? -1 : 1)))
  return sortedJson(a) === sortedJson(b)
}

export function findView(views: readonly SavedView[], name: string): SavedView | undefined {
  return views.find((view) => view.name.toLowerCase() === name.toLowerCase())
}
