import { useSyncExternalStore } from 'react'
import { DELEGATED_SESSION } from './delegated-session.ts'

/** The app's path prefix. */
export const BASE = DELEGATED_SESSION?.base ?? '/partner'

/** A location below the base path. */
export interface AppLocation {
  /** Path segments below the base: `['programs', '7', 'links']`. */
  parts: readonly string[]
  search: URLSearchParams
}

const CHANGED = 'partner:place'

/** Returns the current location. Subscribes to back and forward. */
export function useAppLocation(): AppLocation {
  const href = useSyncExternalStore(
    subscribe,
    () => `${location.pathname}${location.search}`,
    () => BASE,
  )
  return parseLocation(href)
}

export function parseLocation(href: string, base: string = BASE): AppLocation {
  const { pathname, searchParams } = new URL(href, 'http://partner')
  const parts = pathname.slice(base.length).split('/')
  return { parts: parts.filter((part) => part !== ''), search: searchParams }
}

/** Navigates to a path below the base; `replace` replaces the history entry. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const address = `${BASE}${path}`
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  dispatchEvent(new Event(CHANGED))
  if (!replace) scrollTo(0, 0)
}

/** Changes the current page's search parameters; undefined removes one. */
export function updateSearch(changes: Readonly<Record<string, string | undefined>>): void {
  const { pathname, search } = location
  const params = Object.fromEntries(new URLSearchParams(search))
  navigate(`${pathname.slice(BASE.length)}${toQueryString({ ...params, ...changes })}`, { replace: true })
}

/** Returns `?from=…&to=…`, or an empty string without parameters. */
export function toQueryString(params: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

/** As in the service: any portal page except sign-in. */
const PAGE = /^\/(profile|programs\/\d{1,15}(\/[a-z-]{1,30})?)(\?[\w.~%&=-]{0,150})?$/

/** Returns the page to open after sign-in, from the sign-in page's URL. Other URLs are ignored. */
export function readNextPage(search: URLSearchParams): string | undefined {
  const next = search.get('next')
  return next !== null && PAGE.test(next) ? next : undefined
}

/** Returns the path of a sign-in page that leads back to the current page. */
export function signInPath(options: { ended?: string } = {}): string {
  const path = location.pathname.slice(BASE.length)
  const next = [`${path}${location.search}`, path].find((one) => PAGE.test(one))
  return `/sign-in${toQueryString({ ...options, next })}`
}

function subscribe(listener: () => void) {
  addEventListener('popstate', listener)
  addEventListener(CHANGED, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(CHANGED, listener)
  }
}
