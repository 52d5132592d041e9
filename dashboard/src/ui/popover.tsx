import { Slot } from 'radix-ui'
import { type ReactNode, Suspense, useRef } from 'react'
import { onDemand } from '../api/load-code.ts'

const [PopoverSurface, preload] = onDemand(() => import('./popover-surface.tsx'), 'PopoverSurface')

/** A small surface below a button, for a form or a calendar. */
export function Popover({
  trigger,
  label,
  isOpen,
  onOpenChange,
  align = 'end',
  children,
}: {
  trigger: ReactNode
  label: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  align?: 'start' | 'end'
  children: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Slot.Root
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => onOpenChange(!isOpen)}
      >
        {trigger}
      </Slot.Root>
      {isOpen && (
        <Suspense>
          <PopoverSurface trigger={button} label={label} align={align} onClose={() => onOpenChange(false)}>
            {children}
          </PopoverSurface>
        </Suspense>
      )}
    </>
  )
}
