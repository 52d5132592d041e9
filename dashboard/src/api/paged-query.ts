import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

/** How every list of the API answers: some rows, and where the next ones begin. */
export interface Page<Row, Meta extends PageMeta = PageMeta> {
  data: Row[]
  meta: Meta
}

interface PageMeta {
  nextCursor: string | null
  /** Of a list that is searched: more matches than is looked at. */
  isSearchCut?: boolean
}

/** What a call for one page is asked with; the first page has no cursor. */
interface PageRequest {
  limit: number
  cursor?: string
}

export const ROWS_PER_PAGE = 50

/** A list that is read page by page. Its key starts `[what, programId, …]`. */
export function pagedQuery<Row, Meta extends PageMeta>({
  key,
  rowsPerPage = ROWS_PER_PAGE,
  keepsOldRows = false,
  readPage,
}: {
  key: readonly [what: string, programId: string, ...of: unknown[]]
  rowsPerPage?: number
  /** While other filters load, the rows of the old ones stay: the page does not jump. */
  keepsOldRows?: boolean
  readPage: (page: PageRequest, signal: AbortSignal) => Promise<Page<Row, Meta>>
}) {
  return infiniteQueryOptions<Page<Row, Meta>, Error, InfiniteData<Page<Row, Meta>>, QueryKey, string | null>(
    {
      queryKey: key,
      queryFn: ({ pageParam, signal }) =>
        readPage({ limit: rowsPerPage, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal),
      initialPageParam: null,
      getNextPageParam: (page) => page.meta.nextCursor,
      ...(keepsOldRows
        ? {
            // Rows of another program are never shown as those of this one.
            placeholderData: (old, query) => (query?.queryKey[1] === key[1] ? old : undefined),
          }
        : {}),
    },
  )
}

/** The rows of all pages that were read so far. */
export function rowsOf<Row>(list: InfiniteData<Page<Row>> | undefined): Row[] {
  return list?.pages.flatMap((page) => page.data) ?? []
}
