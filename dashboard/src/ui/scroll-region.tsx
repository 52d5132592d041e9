import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A box with its own scrolling. It is focusable, so that the keyboard can scroll it. */
export function ScrollRegion({ label, className, ...props }: ComponentProps<'section'> & { label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys only scroll a focused element
      tabIndex={0}
      className={clsx('focus-visible:-outline-offset-2', className)}
      {...props}
    />
  )
}
