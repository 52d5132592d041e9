import { useSyncExternalStore } from 'react'

/**
 * Tracks whether the service is reachable. Every request reports its outcome; while the service is down, it
 * is polled every few seconds so that waiting pages recover by themselves.
 */
const ASK_AGAIN_MS = 3000
/** Statuses that a proxy, or the service itself, returns while it is unavailable. */
const UNAVAILABLE: readonly number[] = [502, 503, 504]

let isLost = false
let asking: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Records a response status, or 0 if there was no response. */
export function noteAnswer(status: number): void {
  if (status === 0 || UNAVAILABLE.includes(status)) lose()
  else if (isLost && status < 500) find()
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost)
}

/** Resolves once the service is reachable, immediately if it already is. */
export function connectionBack(): Promise<void> {
  if (!isLost) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })
}

/** Calls `back` each time the connection is restored. */
export function onConnectionBack(back: () => void): void {
  subscribe(() => !isLost && back())
}

/**
 * Polls the readiness endpoint.
 * @returns whether the service is ready
 */
export async function askService(): Promise<boolean> {
  const status = await fetch('/readyz', { cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 0,
  )
  noteAnswer(status)
  return !isLost
}

/** Browser events report a lost network before any request fails. */
export function watchNetwork(): void {
  window.addEventListener('offline', lose)
  window.addEventListener('online', () => void (isLost && askService()))
}

function lose() {
  if (asking === undefined) asking = setTimeout(askAgain, ASK_AGAIN_MS)
  if (isLost) return
  isLost = true
  tell()
}

function find() {
  clearTimeout(asking)
  asking = undefined
  isLost = false
  tell()
}

async function askAgain() {
  asking = undefined
  // A response that isn't from the service, such as a proxy's error page, must not stop the polling.
  if (!(await askService()) && asking === undefined) asking = setTimeout(askAgain, ASK_AGAIN_MS)
}

function tell() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
