import { Portal } from 'radix-ui'
import { DismissableLayer, Popper } from 'radix-ui/internal'
import type { PointerEventHandler, ReactNode, RefObject } from 'react'

/** The open part of an `InfoTip`. Escape closes it before the dialog around it. */
export function TipSurface({
  trigger,
  onClose,
  children,
  ...hover
}: {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
  onPointerEnter: PointerEventHandler
  onPointerLeave: PointerEventHandler
  children: ReactNode
}) {
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={trigger} />
      <Portal.Root asChild>
        <DismissableLayer.Root
          asChild
          onInteractOutside={(event) => {
            const { target } = event
            if (target instanceof Node && trigger.current?.contains(target)) event.preventDefault()
          }}
          onDismiss={onClose}
        >
          <Popper.Content
            role="tooltip"
            side="top"
            sideOffset={4}
            collisionPadding={12}
            {...hover}
            className="z-50 max-w-[min(18rem,calc(100vw-1.5rem))] rounded-lg border bg-surface px-3 py-2 text-ink-2 shadow-float"
          >
            {children}
          </Popper.Content>
        </DismissableLayer.Root>
      </Portal.Root>
    </Popper.Root>
  )
}
