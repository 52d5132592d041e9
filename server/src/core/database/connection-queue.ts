import type { ConnectionWait } from '../http/admission.rule.ts'

/** How much the newest hold counts among those before it, once there were some. */
const WEIGHT = 0.05
/** A longer one, such as that of a job, counts as this. */
const LONGEST_MS = 2_000

/** Those who wait for a connection to the database. */
export class ConnectionQueue {
  readonly #connections: number
  readonly #waiting = new Set<{ since: number }>()
  #holdMs = 0
  #holds = 0

  constructor(connections: number) {
    this.#connections = connections
  }

  /** @returns how it ends: with a connection, or without */
  wait(now: number = performance.now()): () => void {
    const place = { since: now }
    this.#waiting.add(place)
    return () => this.#waiting.delete(place)
  }

  noteHold(ms: number): void {
    this.#holds++
    this.#holdMs += (Math.min(ms, LONGEST_MS) - this.#holdMs) * Math.max(WEIGHT, 1 / this.#holds)
  }

  look(now: number = performance.now()): ConnectionWait {
    const [first] = this.#waiting
    return {
      expectedMs: (this.#waiting.size * this.#holdMs) / this.#connections,
      firstMs: first === undefined ? 0 : now - first.since,
    }
  }
}
