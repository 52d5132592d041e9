import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

/** The shape of every paginated list response. */
export interface Page<Row, Meta extends PageMeta = PageMeta> {
  data: Row[]
  meta: Meta
}

interface PageMeta {
  nextCursor: string | null
  /** True if the search matched more rows than it examined. */
  isSearchCut?: boolean
}

/** Pagination parameters for a list request. The first page has no cursor. */
interface PageRequest {
  limit: number
  cursor?: string
}

export const ROWS_PER_PAGE = 50

/** Builds the query options for a paginated list. The key starts with `[what, programId, …]`. */
export function pagedQuery<Row, Meta extends PageMeta>({
  key,
  rowsPerPage = ROWS_PER_PAGE,
  keepsPreviousRows = false,
  readPage,
}: {
  key: readonly [what: string, programId: string, ...of: unknown[]]
  rowsPerPage?: number
  /** Keeps the previous rows while new filters load, so the page doesn't jump. */
  keepsPreviousRows?: boolean
  readPage: (page: PageRequest, signal: AbortSignal) => Promise<Page<Row, Meta>>
}) {
  return infiniteQueryOptions<Page<Row, Meta>, Error, InfiniteData<Page<Row, Meta>>, QueryKey, string | null>(
    {
      queryKey: key,
      queryFn: ({ pageParam, signal }) =>
        readPage({ limit: rowsPerPage, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal),
      initialPageParam: null,
      getNextPageParam: (page) => page.meta.nextCursor,
      ...(keepsPreviousRows
        ? {
            // Never show rows of another program.
            placeholderData: (old, query) => (query?.queryKey[1] === key[1] ? old : undefined),
          }
        : {}),
    },
  )
}

/** Flattens the pages loaded so far. */
export function flattenPages<Row>(list: InfiniteData<Page<Row>> | undefined): Row[] {
  return list?.pages.flatMap((page) => page.data) ?? []
}
