import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** Texts stored by this tab, in case the browser blocks storage. */
const unsavedTexts = new Map<string, string>()

/** Returns a text stored in this browser and a function to change it. Components with the same key share the text. */
export function useStoredText(key: string, initial: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => read(key) ?? initial)
  return [text, (newText) => write(key, newText)]
}

function read(key: string): string | null {
  try {
    return unsavedTexts.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string) {
  unsavedTexts.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Without storage, the text lasts until the tab is closed.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
