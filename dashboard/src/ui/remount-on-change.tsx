import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * Remounts its children whenever `value` changes, such as a form after saving. The focus is restored inside,
 * because keyboard users would otherwise restart at the top of the document.
 */
export function RemountOnChange({ value, children }: { value: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  /** Tracked here because a removed element fires no blur event. */
  const focused = useRef<HTMLElement>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `value` loses the focus
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || focused.current === undefined) return
    findReplacement(focused.current, box.current)?.focus({ preventScroll: true })
  }, [value])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes the focus
    <div
      ref={box}
      className="contents"
      onFocus={({ target }) => {
        focused.current = target
      }}
      onBlur={() => {
        focused.current = undefined
      }}
    >
      <Fragment key={value}>{children}</Fragment>
    </div>
  )
}

/** Finds the replacement of a removed element: the same field or button, or the first of its kind. */
function findReplacement(removed: HTMLElement, box: HTMLElement | null): HTMLElement | undefined {
  const name = removed.getAttribute('name')
  const all = [...(box?.querySelectorAll<HTMLElement>(removed.localName) ?? [])]
  const same = all.find((one) => one.getAttribute('name') === name && one.textContent === removed.textContent)
  return same ?? all[0]
}
