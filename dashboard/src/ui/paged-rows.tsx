import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type Page, rowsOf } from '../api/paged-query.ts'
import { t } from '../messages/shared-text.ts'
import { Button } from './button.tsx'
import { takeLostFocus } from './focus-page.ts'
import { Loaded } from './loaded.tsx'
import { errorWords, SkeletonRows } from './states.tsx'

/** The rows of a paged list with all its states: loading, failed, none yet, and rows with more behind them. */
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
  /** What stands there when there is no row; left out where there always is one. */
  empty?: ReactNode
  /** What the button of the next page says. */
  more?: string
  /** Of a box around rows and button. */
  className?: string
  children: (rows: Row[]) => ReactNode
}) {
  const wasAsked = useRef(false)
  return (
    <Loaded query={list} loadingRows={loadingRows}>
      {(data) => {
        const rows = rowsOf(data)
        if (rows.length === 0 && empty !== undefined) {
          // That another list was empty says nothing of the one that is being read.
          return list.isPlaceholderData ? <SkeletonRows rows={loadingRows} /> : empty
        }
        const shown = (
          <>
            {children(rows)}
            {list.hasNextPage && (
              <div className="flex flex-col items-center gap-2 border-t p-3">
                {list.isFetchNextPageError && <MoreFailed error={list.error} />}
                <Button
                  isBusy={list.isFetchingNextPage}
                  onClick={() => {
                    wasAsked.current = true
                    void list.fetchNextPage()
                  }}
                >
                  {list.isFetchNextPageError ? t('ui.tryAgain') : more}
                </Button>
              </div>
            )}
            {!list.hasNextPage && wasAsked.current && <LastRow />}
          </>
        )
        return className === undefined ? shown : <div className={className}>{shown}</div>
      }}
    </Loaded>
  )
}

/** In the place of the button that brought the last rows: the focus would go with it. */
function LastRow() {
  return (
    <p tabIndex={-1} ref={takeLostFocus} className="border-t p-3 text-center text-ink-3 outline-none">
      {t('ui.endList')}
    </p>
  )
}

/** At the end of the rows that are there: they stand, only the next ones could not be read. */
function MoreFailed({ error }: { error: unknown }) {
  const { title, advice } = errorWords(error)
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
      {t('ui.couldntLoadMoreRowsTitle', { title, advice })}
    </p>
  )
}
