import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A box that scrolls by itself. It takes the focus, so that the keyboard can scroll it too. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, arrow keys would not reach it
      tabIndex={0}
      className={clsx('focus-visible:-outline-offset-2', className)}
    >
      {children}
    </section>
  )
}
