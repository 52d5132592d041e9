import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * What begins anew whenever `by` changes, as a form does once it is saved. The focus stays where it was in it: whoever
 * pressed its button would start at the top of the document otherwise.
 */
export function Renewed({ by, children }: { by: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  /** What has the focus. What goes with the focus in it tells nobody that it lost it. */
  const focused = useRef<HTMLElement>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `by` is what takes the focus away
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || focused.current === undefined) return
    placeOf(focused.current, box.current)?.focus({ preventScroll: true })
  }, [by])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it looks on where the focus is, and takes no press
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
      <Fragment key={by}>{children}</Fragment>
    </div>
  )
}

/** What stands there for what is gone: the same field or button, or else the first of its kind. */
function placeOf(gone: HTMLElement, box: HTMLElement | null): HTMLElement | undefined {
  const name = gone.getAttribute('name')
  const all = [...(box?.querySelectorAll<HTMLElement>(gone.localName) ?? [])]
  const same = all.find((one) => one.getAttribute('name') === name && one.textContent === gone.textContent)
  return same ?? all[0]
}
