/**
 * Moves the focus to the open dialog or the page heading when the focused button is gone. Without it,
 * keyboard users would restart at the top of the document. Keeps the focus inside an open dialog. Doesn't scroll.
 */
export function focusPage() {
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]')
  if (dialog?.contains(document.activeElement)) return
  const place = dialog ?? document.querySelector('h1')
  place?.focus({ preventScroll: true })
}

/** Focuses an element when it mounts: pass it as `ref` to whatever replaces the pressed button. */
export function focusOnMount(element: HTMLElement | null) {
  element?.focus()
}

/** Like `focusOnMount`, unless the user has moved the focus elsewhere. */
export function takeLostFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}
