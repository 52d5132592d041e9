import { startTracker, type Tracker } from './tracker.ts'

/** A call that the README's snippet queued before the script had loaded. */
type QueuedCall = [
  resolve: (response: unknown) => void,
  name: 'signup' | 'consent' | 'page',
  ...args: unknown[],
]

declare global {
  interface Window {
    affiliate?: Partial<Tracker> & { q?: QueuedCall[] }
  }
}

const affiliate = window.affiliate || {}
// safe because a classic script always has its element
const script = document.currentScript as HTMLScriptElement

// A page may include the tag twice; the second must not count the click again.
if (!affiliate.clickId) {
  // safe because split returns at least one part
  const tracker = startTracker({ apiBase: script.src.split('/js/')[0] as string, ...script.dataset })
  // Extends the existing object, so that references to it still work.
  window.affiliate = Object.assign(affiliate, tracker)
  for (const [resolve, name, ...args] of affiliate.q || []) {
    // safe because the page queued this call's arguments
    resolve((tracker[name] as (...args: unknown[]) => unknown)(...args))
  }
}
