import type { ComponentProps } from 'react'
import { BASE, navigate } from './router.ts'

/** An in-app link that navigates without reloading. Modifier keys open a new tab as usual. */
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
        navigate(to)
      }}
      {...props}
    />
  )
}
