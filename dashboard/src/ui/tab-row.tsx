import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Links to the parts of a page in one row. Where it is wider than its place it scrolls sideways: an edge behind which there
 * is more fades, and the link of the part that is shown is in sight.
 */
export function TabRow({
  label,
  current,
  className,
  children,
}: {
  label: string
  /** The part that is shown, whose link has `aria-current`. */
  current: string
  className?: string
  children: ReactNode
}) {
  const { row, more } = useMore()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` decides which link is the current one
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav
      ref={row}
      aria-label={label}
      data-more={more}
      className={clsx(
        'scroll-px-12 overflow-x-auto overflow-y-hidden',
        'data-[more*=before]:mask-l-from-[calc(100%-3rem)] data-[more*=after]:mask-r-from-[calc(100%-3rem)]',
        className,
      )}
    >
      {children}
    </nav>
  )
}

/** At which ends of a box there is more to scroll to. */
function useMore() {
  const row = useRef<HTMLElement>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const isAfter = scrollLeft + clientWidth < scrollWidth - 1
      setMore([scrollLeft > 1 && 'before', isAfter && 'after'].filter(Boolean).join(' '))
    }
    const observer = new ResizeObserver(look)
    for (const watched of [element, ...element.children]) observer.observe(watched)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return { row, more }
}
