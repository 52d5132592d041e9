/** What opened the menu or dialog that was opened last. */
let last: Element | null = null

export function rememberOpener(opener: Element | null) {
  last = opener
}

/**
 * What opened the dialog that opens now: what has the focus. Where that is an item of a menu, which closes, or nothing because
 * it went with the form in whose place a secret is shown, what opened the menu or the form is meant.
 */
export function openerNow(): Element | null {
  const { activeElement, body } = document
  const isGoing = activeElement === body || activeElement?.closest('[role="menu"]')
  return isGoing ? last : activeElement
}
