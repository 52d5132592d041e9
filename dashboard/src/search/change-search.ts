/** A change of some search parameters: undefined takes one out. The route's own reader drops what it does not know. */
export function changeSearch<Search extends object>(
  search: Search,
  changed: { [Name in keyof Search]?: Search[Name] | undefined },
): Search {
  const all = Object.entries({ ...search, ...changed })
  // safe because exactly the undefined values are left out
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Search
}
