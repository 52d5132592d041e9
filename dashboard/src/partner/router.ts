import { useSyncExternalStore } from 'react'

/** Where somebody is, below `/partner`. */
export interface Place {
  /** Of the path behind `/partner`: `['programs', '7', 'links']`. */
  parts: readonly string[]
  search: URLSearchParams
}

const CHANGED = 'partner:place'

/** The place of the address, which follows the browser's own back and forward. */
export function usePlace(): Place {
  const href = useSyncExternalStore(subscribe, () => `${location.pathname}${location.search}`)
  return placeOf(href)
}

export function placeOf(href: string): Place {
  const { pathname, searchParams } = new URL(href, 'http://partner')
  const parts = pathname.split('/').filter((part) => part !== '')
  return { parts: parts.slice(1), search: searchParams }
}

/** Goes to a path below `/partner`; `replace` leaves no step to come back to. */
export function go(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const address = `/partner${path}`
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  dispatchEvent(new Event(CHANGED))
  if (!replace) scrollTo(0, 0)
}

/** The same place with another word of its search; undefined takes it out. */
export function choose(name: string, value: string | undefined): void {
  const { pathname, search } = location
  const words = new URLSearchParams(search)
  if (value === undefined) words.delete(name)
  else words.set(name, value)
  const text = words.toString()
  go(`${pathname.slice('/partner'.length)}${text === '' ? '' : `?${text}`}`, { replace: true })
}

function subscribe(listener: () => void) {
  addEventListener('popstate', listener)
  addEventListener(CHANGED, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(CHANGED, listener)
  }
}
