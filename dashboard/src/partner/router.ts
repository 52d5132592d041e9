import { useSyncExternalStore } from 'react'
import { VISIT } from './visit.ts'

/** The path prefix of the app. */
export const BASE = VISIT?.base ?? '/partner'

/** A location below the base path. */
export interface Place {
  /** Path segments below the base: `['programs', '7', 'links']`. */
  parts: readonly string[]
  search: URLSearchParams
}

const CHANGED = 'partner:place'

/** Returns the current location. Subscribes to back and forward. */
export function usePlace(): Place {
  const href = useSyncExternalStore(subscribe, () => `${location.pathname}${location.search}`)
  return placeOf(href)
}

export function placeOf(href: string, base: string = BASE): Place {
  const { pathname, searchParams } = new URL(href, 'http://partner')
  const parts = pathname.slice(base.length).split('/')
  return { parts: parts.filter((part) => part !== ''), search: searchParams }
}

/** Navigates to a path below the base; `replace` replaces the history entry. */
export function go(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const address = `${BASE}${path}`
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  dispatchEvent(new Event(CHANGED))
  if (!replace) scrollTo(0, 0)
}

/** Changes search parameters of the current page; undefined removes one. */
export function choose(changed: Readonly<Record<string, string | undefined>>): void {
  const { pathname, search } = location
  const words = Object.fromEntries(new URLSearchParams(search))
  go(`${pathname.slice(BASE.length)}${searchText({ ...words, ...changed })}`, { replace: true })
}

/** Returns `?from=…&to=…`, or an empty string without parameters. */
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
