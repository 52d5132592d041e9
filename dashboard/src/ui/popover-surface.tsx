import { Popover as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'

/** The open part of a `Popover`. Closing it returns the focus to its button, unless the user has moved on. */
export function PopoverSurface({
  trigger,
  label,
  align,
  onClose,
  children,
}: {
  trigger: RefObject<HTMLButtonElement | null>
  label: string
  align: 'start' | 'end'
  onClose: () => void
  children: ReactNode
}) {
  const hasMovedOn = useRef(false)
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Anchor virtualRef={trigger} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onInteractOutside={(event) => {
            const { target } = event
            // The button closes it with its own click.
            if (target instanceof Node && trigger.current?.contains(target)) event.preventDefault()
            else hasMovedOn.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!hasMovedOn.current) trigger.current?.focus()
          }}
          className="z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] origin-(--radix-popover-content-transform-origin) animate-appear overflow-y-auto rounded-xl border bg-surface p-4 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
