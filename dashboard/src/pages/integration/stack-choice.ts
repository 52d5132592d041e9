import { useSyncExternalStore } from 'react'
import { readChoice } from '../../search/read-search.ts'
import { SERVER_STACKS, type ServerStack, SITE_STACKS, type SiteStack } from './snippets.ts'

/** The stacks whose snippets were last shown in this browser, for all programs. */
export function useSiteStack() {
  return useRemembered<SiteStack>('affiliate.site-stack', SITE_STACKS)
}

export function useServerStack() {
  return useRemembered<ServerStack>('affiliate.server-stack', SERVER_STACKS)
}

const listeners = new Set<() => void>()
/** All pickers on a page agree, even without local storage. */
const chosen = new Map<string, string>()

function useRemembered<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(subscribe, () => chosen.get(key) ?? readStoredText(key))
  const choose = (next: Value) => {
    chosen.set(key, next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Without storage, the choice lasts until the page is reloaded.
    }
    for (const listener of listeners) listener()
  }
  return [readChoice(value, values) ?? values[0], choose]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function readStoredText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
