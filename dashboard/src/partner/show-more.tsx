import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { t } from '../messages/portal-text.ts'
import { Button } from '../ui/button.tsx'
import { takeLostFocus } from '../ui/focus-page.ts'

/**
 * Loads the next rows of a list. After the last page the button disappears, so the focus moves to the first
 * new row, or to the last row if there are none; the children of `rows` must be focusable.
 */
export function ShowMore({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
  rows,
  className,
}: {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  rows: RefObject<HTMLElement | null>
  className?: string
}) {
  /** Row count when pressed. */
  const before = useRef<number>(undefined)
  useEffect(() => {
    const rowElements = rows.current?.children
    if (hasNextPage || before.current === undefined || rowElements === undefined) return
    const next = rowElements[before.current] ?? rowElements[rowElements.length - 1]
    before.current = undefined
    if (next instanceof HTMLElement) takeLostFocus(next)
  }, [hasNextPage, rows])
  if (!hasNextPage) return null
  return (
    <Button
      {...(className === undefined ? {} : { className })}
      isBusy={isFetchingNextPage}
      onClick={() => {
        before.current = rows.current?.children.length
        void fetchNextPage()
      }}
    >
      {t('showMore.showMore')}
    </Button>
  )
}
