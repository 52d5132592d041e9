/** The element that opened the last menu or dialog. */
let last: Element | null = null

export function rememberOpener(opener: Element | null) {
  last = opener
}

/**
 * Returns the element that opened the current dialog, usually the focused one. If that was a menu item, or
 * has been removed, returns what opened the menu or the previous dialog.
 */
export function currentOpener(): Element | null {
  const { activeElement, body } = document
  const isGoing = activeElement === body || activeElement?.closest('[role="menu"]')
  return isGoing ? last : activeElement
}
