/** The element that opened the last menu or dialog. */
let last: Element | null = null

export function rememberOpenerElement(opener: Element | null) {
  last = opener
}

/**
 * Returns the element that opened the current dialog, usually the focused one. If that was a menu item, or
 * has been removed, returns what opened the menu or the previous dialog.
 */
export function getOpenerElement(): Element | null {
  const { activeElement, body } = document
  const isDisappearing = activeElement === body || activeElement?.closest('[role="menu"]')
  return isDisappearing ? last : activeElement
}
