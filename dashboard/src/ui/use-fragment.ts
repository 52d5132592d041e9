import { useSyncExternalStore } from 'react'

/**
 * What stands behind `#` in the address, where secrets of links are. Whoever pastes another link into the same tab loads no
 * page anew: the browser tells of the fragment alone.
 */
export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1))
}

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
