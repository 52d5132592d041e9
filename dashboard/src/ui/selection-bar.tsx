import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '../messages/shared-text.ts'
import { IconButton } from './button.tsx'
import { focusPage } from './focus-page.ts'

export const SELECTION_ID = 'chosen-rows'
/** Between the bar and what has the focus above it, and below it. */
const GAP_PX = 24
/** Between the bar and the top of its list, and for a notice of two lines below it. */
const ROOM_PX = 96

/** Leads from a row to what can be done with it. */
export function goToSelection() {
  document.getElementById(SELECTION_ID)?.focus({ preventScroll: true })
}

/**
 * What can be done with the chosen rows of a list; it stays in sight while the list scrolls. It comes before the list for the
 * keyboard and stands below it, so that what holds both is a `flex-col`.
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
  const bar = useRoomBelow(count > 0)
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

/** What takes the focus is scrolled to above the bar, not behind it. */
function useRoomBelow(isShown: boolean) {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    if (!isShown || current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `calc(${current.offsetHeight + GAP_PX}px + var(--notice))`
    })
    observer.observe(current)
    // The bar never leaves its list. One that begins low on the screen has no room for it yet, or for a notice below it.
    const listTop = current.parentElement?.getBoundingClientRect().top ?? 0
    const lackingPx = current.offsetHeight + ROOM_PX - (window.innerHeight - listTop)
    if (lackingPx > 0) window.scrollBy(0, lackingPx)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [isShown])
  return bar
}
