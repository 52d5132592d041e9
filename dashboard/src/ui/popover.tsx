import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

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
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] origin-(--radix-popover-content-transform-origin) animate-appear overflow-y-auto rounded-xl border bg-surface p-4 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
