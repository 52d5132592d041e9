import type { ComponentProps } from 'react'
import { BASE, go } from './router.ts'

/** A link to a place of the app, which opens without loading the page anew; in a new tab as any link does. */
export function Link({ to, onClick, ...props }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return (
    <a
      href={`${BASE}${to}`}
      onClick={(event) => {
        onClick?.(event)
        const isPlain =
          event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (event.defaultPrevented || !isPlain) return
        event.preventDefault()
        go(to)
      }}
      {...props}
    />
  )
}
