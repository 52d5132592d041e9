import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A box that scrolls by itself. It takes the focus, so that the keyboard can scroll it too. */
export function ScrollRegion({ label, className, ...props }: ComponentProps<'section'> & { label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, arrow keys would not reach it
      tabIndex={0}
      className={clsx('focus-visible:-outline-offset-2', className)}
      {...props}
    />
  )
}
