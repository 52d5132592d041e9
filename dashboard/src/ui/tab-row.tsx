import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * A row of links to a page's parts. If it overflows it scrolls sideways with faded edges, and the
 * current link is scrolled into view.
 */
export function TabRow({
  label,
  current,
  className,
  children,
}: {
  label: string
  /** The current part, whose link has `aria-current`. */
  current: string
  className?: string
  children: ReactNode
}) {
  const { row, more } = useOverflow()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` decides which link has aria-current
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

/** Returns the directions in which a box can be scrolled further. */
function useOverflow() {
  const row = useRef<HTMLElement>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const measureOverflow = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const isAfter = scrollLeft + clientWidth < scrollWidth - 1
      setMore([scrollLeft > 1 && 'before', isAfter && 'after'].filter(Boolean).join(' '))
    }
    const observer = new ResizeObserver(measureOverflow)
    for (const target of [element, ...element.children]) observer.observe(target)
    element.addEventListener('scroll', measureOverflow, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measureOverflow)
    }
  }, [])
  return { row, more }
}
