import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '../messages/shared-text.ts'
import { IconButton } from './button.tsx'
import { focusPage } from './focus-page.ts'

export const SELECTION_ID = 'chosen-rows'
/** Distance between the bar and a focused element above or below. */
const GAP_PX = 24
/** Space above the bar, and for a two-line notice below. */
const MARGIN_PX = 96

/** Moves the focus from a row to the selection bar. */
export function goToSelection() {
  document.getElementById(SELECTION_ID)?.focus({ preventScroll: true })
}

/**
 * Actions for the selected rows, sticky while the list scrolls. It precedes the list in the tab order but is
 * displayed below it, so the parent must be a `flex-col`.
 */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number
  onClear: () => void
  children: ReactNode
}) {
  const bar = useRoomForBar(count > 0)
  if (count === 0) return null
  return (
    <section
      id={SELECTION_ID}
      ref={bar}
      tabIndex={-1}
      aria-label={t('ui.selectedRows')}
      className="sticky bottom-[calc(0.75rem+var(--notice))] z-20 order-last mx-auto mt-3 flex w-fit max-w-full animate-appear flex-wrap items-center gap-2 rounded-xl border bg-surface p-2 shadow-float"
    >
      <IconButton
        label={t('ui.clearSelection')}
        onClick={() => {
          focusPage()
          onClear()
        }}
      >
        <X />
      </IconButton>
      <p role="status" className="mr-2 font-medium">
        {t('ui.countSelected', { count })}
      </p>
      {children}
    </section>
  )
}

/** Scrolls focused elements above the bar, not behind it. */
function useRoomForBar(isShown: boolean) {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    if (!isShown || current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `calc(${current.offsetHeight + GAP_PX}px + var(--notice))`
    })
    observer.observe(current)
    // The bar stays within its list, so a list low on the screen must leave room for it and a notice below.
    const listTopPx = current.parentElement?.getBoundingClientRect().top ?? 0
    const lackingPx = current.offsetHeight + MARGIN_PX - (window.innerHeight - listTopPx)
    if (lackingPx > 0) window.scrollBy(0, lackingPx)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [isShown])
  return bar
}
