import { type ComponentType, lazy } from 'react'
import { checkReadiness, whenConnected } from './connection.ts'

const MAX_ATTEMPTS = 3

/** Loads a chunk, waiting while the service is unreachable. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if ((await checkReadiness()) && attempt >= MAX_ATTEMPTS) throw error
      await whenConnected()
    }
  }
}

const preloads = new Set<() => void>()

/**
 * Returns a component that is loaded when first shown, to keep it out of the first load, and a function that starts
 * loading it when it is likely to be shown soon.
 */
export function onDemand<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const preload = () => {
    // Ignored here: showing the component reports the error or waits for the connection.
    load().catch(() => undefined)
  }
  preloads.add(preload)
  return [lazy(async () => ({ default: (await loadCode(load))[name] })), preload] as const
}

/** Waits, so that the page and its data load first. */
const IDLE_AFTER_MS = 3000

/**
 * Loads all `onDemand` code once the page is idle, so that it opens at once, even without a connection or after the
 * service was updated. Returns a function that cancels loading.
 */
export function preloadWhenIdle(): () => void {
  const preloadAll = () => {
    for (const preload of preloads) preload()
  }
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(preloadAll)
    else preloadAll()
  }, IDLE_AFTER_MS)
  return () => clearTimeout(timer)
}
