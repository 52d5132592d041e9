import { startTracker, type Tracker } from './tracker.ts'

/** A call that a page made before the script was there, as the snippet of the README queues it. */
type QueuedCall = [resolve: (answer: unknown) => void, name: 'signup' | 'consent', ...args: unknown[]]

declare global {
  interface Window {
    affiliate?: Partial<Tracker> & { q?: QueuedCall[] }
  }
}

const affiliate = window.affiliate || {}
// safe because a classic script, which this is, always has its element
const script = document.currentScript as HTMLScriptElement

// A page may carry the tag twice; the second must not count the click again.
if (!affiliate.clickId) {
  // safe because split gives at least one part
  const tracker = startTracker({ apiBase: script.src.split('/js/')[0] as string, ...script.dataset })
  // Into the same object, so that what a page took from it early goes on working.
  window.affiliate = Object.assign(affiliate, tracker)
  for (const [resolve, name, ...args] of affiliate.q || []) {
    // safe because what the page queued are the arguments of that call
    resolve((tracker[name] as (...args: unknown[]) => unknown)(...args))
  }
}
