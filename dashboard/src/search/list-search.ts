/** A change of some search parameters; undefined takes one out. */
export type SearchChange<Search> = { [Name in keyof Search]?: Search[Name] | undefined }

type Opened<Search> = Search extends { open?: infer Open } ? NonNullable<Open> : never

/** How a list changes its address. What opens a row can be gone back from; a filter takes the place of the old one. */
export function listSearch<Search extends object>(
  navigate: (to: { search: (old: Search) => Search; replace: boolean }) => Promise<void>,
) {
  const go = (changed: object, replace: boolean) =>
    void navigate({ search: (old) => changeSearch(old, changed), replace })
  return {
    change: (changed: SearchChange<Search>) => go(changed, true),
    /** Every parameter is left out again. */
    clear: () =>
      // safe because a list can be shown without any parameter
      void navigate({ search: () => ({}) as Search, replace: true }),
    open: (open: Opened<Search>) => go({ open }, false),
    close: () => go({ open: undefined }, true),
  }
}

function changeSearch<Search extends object>(search: Search, changed: object): Search {
  const all = Object.entries({ ...search, ...changed })
  // safe because exactly the undefined values are left out, and the route's own reader drops what it does not know
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Search
}
