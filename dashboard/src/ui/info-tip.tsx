import { Info } from 'lucide-react'
import { type PointerEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { onDemand } from '../api/load-code.ts'
import { t } from '../messages/shared-text.ts'

const [TipSurface, preload] = onDemand(() => import('./tip-surface.tsx'), 'TipSurface')

/** Ignores a pointer that only crosses the button, and leaves time to move it onto the text. */
const HOVER_DELAY_MS = 150

/** A button that explains a term: on hover, focus or tap. Escape hides it. */
export function InfoTip({ term, children }: { term: string; children: string }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const hover = useHover(setIsOpen)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t('ui.aboutTerm', { term })}
        aria-describedby={id}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onClick={() => setIsOpen(true)}
        {...hover}
        onPointerDown={preload}
        className="relative grid size-6 pointer-coarse:size-11 shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink"
      >
        <Info aria-hidden="true" className="size-3.5" />
      </button>
      {/* Describes the button even while the tip is hidden. */}
      <span id={id} hidden>
        {children}
      </span>
      {isOpen && (
        <Suspense>
          <TipSurface trigger={button} onClose={() => setIsOpen(false)} {...hover}>
            {children}
          </TipSurface>
        </Suspense>
      )}
    </>
  )
}

/** Returns handlers that report, after a delay, whether the mouse is over the button or the text. */
function useHover(onHover: (isOver: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const scheduleHover = (isOver: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    if (isOver) preload()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onHover(isOver), HOVER_DELAY_MS)
  }
  return { onPointerEnter: scheduleHover(true), onPointerLeave: scheduleHover(false) }
}
