import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { focusPage } from './focus-page.ts'

/** What can be done with the chosen rows of a list; it stays in sight while the list scrolls. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number
  onClear: () => void
  children: ReactNode
}) {
  if (count === 0) return null
  return (
    <section
      aria-label="Chosen rows"
      className="sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full animate-appear flex-wrap items-center gap-2 rounded-xl border bg-surface p-2 shadow-float"
    >
      <IconButton
        label="Choose none"
        onClick={() => {
          focusPage()
          onClear()
        }}
      >
        <X />
      </IconButton>
      <p role="status" className="mr-2 font-medium">
        {count} chosen
      </p>
      {children}
    </section>
  )
}
