import { useSyncExternalStore } from 'react'

/**
 * Whether the service can be reached. Every call tells what came of it; while the service is lost it is asked every few
 * seconds, so that whoever waits goes on by itself.
 */
const ASK_AGAIN_MS = 3000
/** What a proxy, or the service itself, says while there is nobody to answer. */
const UNAVAILABLE: readonly number[] = [502, 503, 504]

let isLost = false
let asking: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Tells what came of a call: the status of its answer, or 0 for none. */
export function noteAnswer(status: number): void {
  if (status === 0 || UNAVAILABLE.includes(status)) lose()
  else if (isLost && status < 500) find()
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost)
}

/** Calls back once the service answers again; at once when it was not lost. */
export function connectionBack(): Promise<void> {
  if (!isLost) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })
}

/** Calls back whenever the service was lost and is there again. */
export function onConnectionBack(back: () => void): void {
  subscribe(() => !isLost && back())
}

/**
 * Asks whether the service is ready, without anybody having called.
 * @returns whether it is
 */
export async function askService(): Promise<boolean> {
  const status = await fetch('/readyz', { cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 0,
  )
  noteAnswer(status)
  return !isLost
}

/** The browser knows first that it has no network. */
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
  // An answer that says nothing of the service, such as a proxy's own error page, is no reason to stop asking.
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
