import { limits } from '../config/limits.ts'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'

/** Thrown when a dependency is unavailable. */
export class OutageError extends Error {
  override name = 'OutageError'
  readonly of: string
  constructor(of: string, message: string) {
    super(message)
    this.of = of
  }
}

export interface OutageLog {
  warn(line: object, message: string): void
}

interface OutageState {
  since: number
  lastAt: number
  failures: number
  /** Failures since the last log line. */
  recent: number
  codes: Record<string, number>
}

/**
 * Counts repeated failures with one cause. *Quiet* → the first error starts an outage and is logged with its stack →
 * further errors are counted, and the count is logged every `outageReportMs` → an interval without errors ends it, and
 * its duration and total are logged.
 */
export class Outages {
  readonly #log: () => OutageLog
  readonly #now: () => number
  readonly #running = new Map<string, OutageState>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: () => OutageLog, now: () => number = () => performance.now()) {
    this.#log = log
    this.#now = now
  }

  /**
   * Counts a failure.
   * @returns whether it starts an outage and must be logged
   */
  note(dependency: string, code: string | undefined): boolean {
    const now = this.#now()
    const existing = this.#running.get(dependency)
    const outage = existing ?? { since: now, lastAt: now, failures: 0, recent: 0, codes: {} }
    outage.lastAt = now
    outage.failures++
    outage.recent++
    if (code !== undefined) outage.codes[code] = (outage.codes[code] ?? 0) + 1
    if (existing !== undefined) return false
    this.#running.set(dependency, outage)
    // biome-ignore lint/style/noRestrictedGlobals: part of the logger, which is there before any job
    this.#timer ??= setInterval(() => this.report(), limits.outageReportMs).unref()
    return true
  }

  report(): void {
    for (const [of, outage] of this.#running) {
      const { since, lastAt, failures, recent, codes } = outage
      const line = { outage: of, failures, codes: { ...codes } }
      const seconds = Math.round((lastAt - since) / 1000)
      if (recent > 0) {
        outage.recent = 0
        // A single failure has already been logged.
        if (failures > 1) this.#log().warn({ ...line, recent, seconds }, `${of}: still failing`)
        continue
      }
      this.#running.delete(of)
      if (failures > 1) this.#log().warn({ ...line, seconds }, `${of}: recovered`)
    }
    if (this.#running.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Returns the outage a log line belongs to; undefined for other lines. */
export function findOutage(line: unknown): { of: string; code: string | undefined } | undefined {
  if (line === null || typeof line !== 'object') return undefined
  const { err, status } = { err: undefined, status: undefined, ...line }
  for (let error: unknown = err; error instanceof Error; error = error.cause) {
    if (error instanceof OutageError) return { of: error.of, code: undefined }
    if (isDatabaseUnavailable(error)) return { of: 'database', code: getErrorCode(error) }
  }
  return err === undefined && status === 503 ? { of: 'overload', code: undefined } : undefined
}

function getErrorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
