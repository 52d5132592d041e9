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
    const place = { since: now }
    this.#waiting.add(place)
    return () => this.#waiting.delete(place)
  }

  noteHold(ms: number): void {
    this.#holds++
    this.#holdMs += (Math.min(ms, MAX_WAIT_MS) - this.#holdMs) * Math.max(WEIGHT, 1 / this.#holds)
  }

  look(now: number = performance.now()): ConnectionWait {
    const [first] = this.#waiting
    return {
      expectedMs: (this.#waiting.size * this.#holdMs) / this.#connections,
      firstMs: first === undefined ? 0 : now - first.since,
    }
  }
}
