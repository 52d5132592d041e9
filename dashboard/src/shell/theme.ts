import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

/** `public/theme.js` reads the same key before the first paint. */
const KEY = 'affiliate.theme'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, readChoice)
  return [choice, choose]
}

/** Follows the system theme unless the user chose one. */
export function followSystemTheme() {
  systemIsDark.addEventListener('change', apply)
}

function choose(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Without storage, the system theme applies.
  }
  apply()
  for (const listener of listeners) listener()
}

function readChoice(): ThemeChoice {
  try {
    const storedTheme = localStorage.getItem(KEY)
    return storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system'
  } catch {
    return 'system'
  }
}

function apply() {
  const choice = readChoice()
  const isDark = choice === 'dark' || (choice === 'system' && systemIsDark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
