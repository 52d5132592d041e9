import { useSyncExternalStore } from 'react'

/**
 * Returns the URL fragment, which holds the secrets of links. Subscribes to changes, because pasting another
 * link into the same tab doesn't reload the page.
 */
export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1))
}

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
