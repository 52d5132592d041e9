import { useSyncExternalStore } from 'react'

/**
 * Tracks whether the service is reachable. Every request reports its outcome; while the service is down, it
 * is polled every few seconds so that waiting pages recover by themselves.
 */
const POLL_INTERVAL_MS = 3000
/** Statuses that a proxy, or the service itself, returns while it is unavailable. */
const UNAVAILABLE: readonly number[] = [502, 503, 504]

let isLost = false
let pollTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Records a response status, or 0 if there was no response. */
export function recordStatus(status: number): void {
  if (status === 0 || UNAVAILABLE.includes(status)) markLost()
  else if (isLost && status < 500) markRestored()
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost)
}

/** Resolves once the service is reachable, immediately if it already is. */
export function whenConnected(): Promise<void> {
  if (!isLost) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })
}

/** Calls `callback` each time the connection is restored. */
export function onReconnect(callback: () => void): void {
  subscribe(() => !isLost && callback())
}

/**
 * Polls the readiness endpoint.
 * @returns whether the service is ready
 */
export async function checkReadiness(): Promise<boolean> {
  const status = await fetch('/readyz', { cache: 'no-store' }).then(
    (response) => response.status,
    () => 0,
  )
  recordStatus(status)
  return !isLost
}

/** Browser events report a lost network before any request fails. */
export function watchNetwork(): void {
  window.addEventListener('offline', markLost)
  window.addEventListener('online', () => void (isLost && checkReadiness()))
}

function markLost() {
  if (pollTimer === undefined) pollTimer = setTimeout(poll, POLL_INTERVAL_MS)
  if (isLost) return
  isLost = true
  notifyListeners()
}

function markRestored() {
  clearTimeout(pollTimer)
  pollTimer = undefined
  isLost = false
  notifyListeners()
}

async function poll() {
  pollTimer = undefined
  // A response that isn't from the service, such as a proxy's error page, must not stop the polling.
  if (!(await checkReadiness()) && pollTimer === undefined) pollTimer = setTimeout(poll, POLL_INTERVAL_MS)
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
