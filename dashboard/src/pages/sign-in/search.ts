interface NextSearch {
  /** Where to go after signing in. */
  next?: string
}

/** Accepts only paths within this dashboard, to prevent open redirects. */
export function readNextSearch({ next }: Record<string, unknown>): NextSearch {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {}
}

/** `ended` is set if the session has just ended. In a URL, it is text. */
export function readSignInSearch(search: Record<string, unknown>): NextSearch & { ended?: true } {
  return { ...readNextSearch(search), ...(String(search.ended) === 'true' ? { ended: true } : {}) }
}
