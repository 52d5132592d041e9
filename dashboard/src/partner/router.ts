import { useSyncExternalStore } from 'react'
import { VISIT } from './visit.ts'

/** What every address of the app begins with. */
export const BASE = VISIT?.base ?? '/partner'

/** Where somebody is, below the base. */
export interface Place {
  /** Of the path behind the base: `['programs', '7', 'links']`. */
  parts: readonly string[]
  search: URLSearchParams
}

const CHANGED = 'partner:place'

/** The place of the address, which follows the browser's own back and forward. */
export function usePlace(): Place {
  const href = useSyncExternalStore(subscribe, () => `${location.pathname}${location.search}`)
  return placeOf(href)
}

export function placeOf(href: string, base: string = BASE): Place {
  const { pathname, searchParams } = new URL(href, 'http://partner')
  const parts = pathname.slice(base.length).split('/')
  return { parts: parts.filter((part) => part !== ''), search: searchParams }
}

/** Goes to a path below the base; `replace` leaves no step to come back to. */
export function go(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const address = `${BASE}${path}`
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  dispatchEvent(new Event(CHANGED))
  if (!replace) scrollTo(0, 0)
}

/** The same place with other words of its search; undefined takes one out. */
export function choose(changed: Readonly<Record<string, string | undefined>>): void {
  const { pathname, search } = location
  const words = Object.fromEntries(new URLSearchParams(search))
  go(`${pathname.slice(BASE.length)}${searchText({ ...words, ...changed })}`, { replace: true })
}

/** `?from=…&to=…`, or nothing of no words. */
export function searchText(words: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(words).filter((word): word is [string, string] => word[1] !== undefined)
  return said.length === 0 ? '' : `?${new URLSearchParams(said)}`
}

function subscribe(listener: () => void) {
  addEventListener('popstate', listener)
  addEventListener(CHANGED, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(CHANGED, listener)
  }
}
