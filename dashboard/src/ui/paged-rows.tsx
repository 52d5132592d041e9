import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef } from 'react'
import { flattenPages, type Page } from '../api/paged-query.ts'
import { t } from '../messages/shared-text.ts'
import { Button } from './button.tsx'
import { takeLostFocus } from './focus-page.ts'
import { Loaded } from './loaded.tsx'
import { describeError, SkeletonRows } from './states.tsx'

/** Renders a paginated list in all states: loading, failed, empty, and with more rows to load. */
export function PagedRows<Row>({
  list,
  loadingRows,
  empty,
  more = t('ui.showMore'),
  className,
  children,
}: {
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
  loadingRows: number
  /** Shown if there are no rows; omit it for lists that always have some. */
  empty?: ReactNode
  /** Label of the button that loads more. */
  more?: string
  /** CSS class for a box around the rows and the button. */
  className?: string
  children: (rows: Row[]) => ReactNode
}) {
  const wasMoreRequested = useRef(false)
  const rows = useMemo(() => flattenPages(list.data), [list.data])
  return (
    <Loaded query={list} loadingRows={loadingRows}>
      {() => {
        if (rows.length === 0 && empty !== undefined) {
          // The empty placeholder belongs to the previous list.
          return list.isPlaceholderData ? <SkeletonRows rows={loadingRows} /> : empty
        }
        const loadedRows = (
          <>
            {children(rows)}
            {list.hasNextPage && (
              <div className="flex flex-col items-center gap-2 border-t p-3">
                {list.isFetchNextPageError && <LoadMoreError error={list.error} />}
                <Button
                  isBusy={list.isFetchingNextPage}
                  onClick={() => {
                    wasMoreRequested.current = true
                    void list.fetchNextPage()
                  }}
                >
                  {list.isFetchNextPageError ? t('ui.tryAgain') : more}
                </Button>
              </div>
            )}
            {!list.hasNextPage && wasMoreRequested.current && <LastRow />}
          </>
        )
        return className === undefined ? loadedRows : <div className={className}>{loadedRows}</div>
      }}
    </Loaded>
  )
}

/** Replaces the focused "load more" button after the last page. */
function LastRow() {
  return (
    <p tabIndex={-1} ref={takeLostFocus} className="border-t p-3 text-center text-ink-3 outline-none">
      {t('ui.endList')}
    </p>
  )
}

/** Keeps the loaded rows when the next page fails. */
function LoadMoreError({ error }: { error: unknown }) {
  const { title, advice } = describeError(error)
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
      {t('ui.couldntLoadMoreRowsTitle', { title, advice })}
    </p>
  )
}
