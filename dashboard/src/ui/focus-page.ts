/**
 * Moves the focus to what is open now, a dialog or else the page's heading: for when the button that had it is gone,
 * and whoever uses the keyboard would start at the top of the document. A list may be gone too, once it is empty. What is
 * in sight stays there: who has read down to some row reads on below it.
 */
export function focusPage() {
  const place = document.querySelector<HTMLElement>('[role="dialog"]') ?? document.querySelector('h1')
  place?.focus({ preventScroll: true })
}

/** As `ref` of what comes in the place of the button that was pressed: the focus would go with the button. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus()
}

/** As `takeFocus`, where somebody may have gone on to something else by then, who stays there. */
export function takeLostFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}
