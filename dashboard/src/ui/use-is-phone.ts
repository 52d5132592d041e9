import { useSyncExternalStore } from 'react'

/** The breakpoint `sm` of the styles. */
const PHONE = '(width < 40rem)'

/** Returns whether the screen is as narrow as a phone's, including because of zoom. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(PHONE).matches,
    () => false,
  )
}

function subscribe(listener: () => void) {
  const query = matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
