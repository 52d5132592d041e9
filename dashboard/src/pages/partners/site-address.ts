import { useSyncExternalStore } from 'react'

/**
 * Where partners send people: the page that the merchant typed once, kept in this browser per program. The
 * service does not need it, because a link works on every page that carries the tracker.
 */
const KEY = 'affiliate.site.'
const listeners = new Set<() => void>()

export function useSiteAddress(programId: string): [string | undefined, (address: string) => void] {
  const address = useSyncExternalStore(subscribe, () => readAddress(programId))
  const save = (changed: string) => {
    try {
      localStorage.setItem(KEY + programId, changed)
    } catch {
      // A browser that blocks storage forgets it with the page.
    }
    for (const listener of listeners) listener()
  }
  return [address, save]
}

/** What somebody typed as the address of a page, or undefined when it is none. `https://` may be left out. */
export function parseSiteAddress(typed: string): string | undefined {
  const text = typed.trim()
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, href } = new URL(address)
  const isPublicName = hostname.includes('.') || hostname === 'localhost'
  return (protocol === 'https:' || protocol === 'http:') && isPublicName ? href : undefined
}

/** The address a partner shares: the page with the link's code, whatever else its address carries. */
export function linkAddress(siteAddress: string, code: string): string {
  const url = new URL(siteAddress)
  url.searchParams.set('aff', code)
  return url.href
}

function readAddress(programId: string): string | undefined {
  try {
    return parseSiteAddress(localStorage.getItem(KEY + programId) ?? '')
  } catch {
    return undefined
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
