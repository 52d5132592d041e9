import { Info } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { useState } from 'react'

/** A button that explains a term: on hover, focus or tap. Escape hides it. */
export function InfoTip({ label, children }: { label: string; children: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Tooltip.Provider delayDuration={150}>
      <Tooltip.Root open={isOpen} onOpenChange={setIsOpen}>
        <Tooltip.Trigger asChild>
          <button
            type="button"
            aria-label={label}
            // Radix closes tooltips on a press. Touch screens have nothing else to open them.
            onClick={(event) => {
              event.preventDefault()
              setIsOpen((open) => !open)
            }}
            className="relative grid size-6 pointer-coarse:size-11 shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink"
          >
            <Info aria-hidden="true" className="size-3.5" />
          </button>
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            sideOffset={4}
            collisionPadding={12}
            className="z-50 max-w-[min(18rem,calc(100vw-1.5rem))] rounded-lg border bg-surface px-3 py-2 text-ink-2 shadow-float"
          >
            {children}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  )
}
