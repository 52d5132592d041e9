import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { DELEGATED_SESSION } from './delegated-session.ts'

/** Opens a page in a new tab, or downloads a file. */
export function FileButton({
  href,
  isPage = false,
  size,
  children,
}: {
  href: string
  isPage?: boolean
  size?: 'small'
  children: ReactNode
}) {
  const open = useMutation({
    mutationFn: async () =>
      (await import('./start-delegated-session.ts')).openDelegatedFile(href, { isPage }),
  })
  const look = size === undefined ? {} : { size }
  if (DELEGATED_SESSION !== undefined) {
    return (
      <>
        <Button {...look} isBusy={open.isPending} onClick={() => open.mutate()}>
          {children}
        </Button>
        <FormError error={open.error} />
      </>
    )
  }
  return (
    <Button {...look} asChild>
      {isPage ? (
        <a href={href} target="_blank" rel="noreferrer">
          {children}
        </a>
      ) : (
        <a href={href} download>
          {children}
        </a>
      )}
    </Button>
  )
}
