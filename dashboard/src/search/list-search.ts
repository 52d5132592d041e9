/** Changed search parameters; undefined removes one. */
export type SearchChange<Search> = { [Name in keyof Search]?: Search[Name] | undefined }

type OpenItem<Search> = Search extends { open?: infer Open } ? NonNullable<Open> : never

/**
 * Updates a list's URL. Opening a row adds a history entry; changing a filter replaces the current one.
 */
export function listSearch<Search extends object>(
  navigate: (to: { search: (old: Search) => Search; replace: boolean }) => Promise<void>,
) {
  const go = (changes: object, replace: boolean) =>
    void navigate({ search: (old) => changeSearch(old, changes), replace })
  return {
    change: (changes: SearchChange<Search>) => go(changes, true),
    clear: () =>
      // safe because no list parameter is required
      void navigate({ search: () => ({}) as Search, replace: true }),
    open: (open: OpenItem<Search>) => go({ open }, false),
    close: () => go({ open: undefined }, true),
  }
}

function changeSearch<Search extends object>(search: Search, changes: object): Search {
  const all = Object.entries({ ...search, ...changes })
  // safe because only undefined values are removed and the route's reader drops unknown parameters
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Search
}
