import type { ConnectionWait } from '../http/admission.rule.ts'

/** Weight of the latest hold time in the moving average. */
const WEIGHT = 0.05
/** Longer hold times, such as those of jobs, are capped at this value. */
const MAX_WAIT_MS = 2_000

/** Requests waiting for a database connection. */
export class ConnectionQueue {
  readonly #connections: number
  readonly #waiting = new Set<{ since: number }>()
  #holdMs = 0
  #holds = 0

  constructor(connections: number) {
    this.#connections = connections
  }

  /**
   * Registers a waiting request.
   * @returns a callback for the end of the wait, with or without a connection
   */
  wait(now: number = performance.now()): () => void {
    const request = { since: now }
    this.#waiting.add(request)
    return () => this.#waiting.delete(request)
  }

  recordHoldTime(ms: number): void {
    this.#holds++
    this.#holdMs += (Math.min(ms, MAX_WAIT_MS) - this.#holdMs) * Math.max(WEIGHT, 1 / this.#holds)
  }

  estimate(now: number = performance.now()): ConnectionWait {
    const [oldest] = this.#waiting
    return {
      expectedMs: (this.#waiting.size * this.#holdMs) / this.#connections,
      firstMs: oldest === undefined ? 0 : now - oldest.since,
    }
  }
}
