import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { t } from '../messages/portal-text.ts'
import { Button } from '../ui/button.tsx'
import { takeLostFocus } from '../ui/focus-page.ts'

/**
 * Asks for the next rows of a list. With the last of them the button goes, and the focus with it: it then stands at the
 * first row that came, or at the last one there is when none did. The rows are the children of `rows`, and take focus.
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
  /** How many rows there were as it was pressed. */
  const before = useRef<number>(undefined)
  useEffect(() => {
    const shown = rows.current?.children
    if (hasNextPage || before.current === undefined || shown === undefined) return
    const next = shown[before.current] ?? shown[shown.length - 1]
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
