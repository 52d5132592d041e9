import type { Deps } from '../deps.ts'

/** Periodic work. Must be safe to run in several processes at once. */
export interface Job {
  /** Used in the log and in `job_last_success_timestamp_seconds`. */
  name: string
  /** The pause between two runs. */
  everyMs: number
  /** The pause after `wake`, so that one run handles everything written in the meantime. */
  wakeMs?: number
  /** Jobs in the same lane run one after the other. */
  queueName?: string
  /**
   * Runs once.
   * @returns `again` to run again immediately
   */
  run(deps: Deps): Promise<unknown>
  /** Finishes earlier runs' work. No new run starts. */
  stop?(): Promise<void>
}

interface Report {
  done(name: string): void
  failed(name: string, error: unknown): void
}

/** Staggers the first runs, so that they don't delay the first requests. */
const START_GAP_MS = 100

/** Runs jobs at startup and after each pause, never overlapping, until `stop`. */
export class JobRunner {
  readonly #deps: Deps
  readonly #report: Report
  readonly #jobs: Job[] = []
  readonly #lanes = new Map<string, Promise<unknown>>()
  readonly #wakes = new Map<string, () => void>()
  #isStopped = false

  constructor(deps: Deps, report: Report) {
    this.#deps = deps
    this.#report = report
  }

  start(jobs: readonly Job[]): void {
    this.#jobs.push(...jobs)
    for (const [index, job] of jobs.entries()) {
      // The start counts as a success, so that an alert also detects a job that has never succeeded.
      this.#report.done(job.name)
      void this.#repeat(job, index * START_GAP_MS)
    }
  }

  /** Runs a job soon, because there is new work for it. */
  wake(name: string): void {
    this.#wakes.get(name)?.()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const wake of this.#wakes.values()) wake()
    await Promise.all(this.#jobs.map((job) => job.stop?.()))
  }

  async #repeat(job: Job, firstAfterMs: number): Promise<void> {
    const { name, everyMs, wakeMs = 0, queueName = name } = job
    let wasWoken = false
    let endPause = () => {}
    const pause = (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#wakes.set(name, () => {
      wasWoken = true
      endPause()
    })
    await pause(firstAfterMs)
    while (!this.#isStopped) {
      // A run that starts now includes everything written so far.
      wasWoken = false
      const run = (this.#lanes.get(queueName) ?? Promise.resolve()).then(() => this.#run(job))
      this.#lanes.set(queueName, run)
      if ((await run) === 'again' || this.#isStopped) continue
      if (!wasWoken) await pause(everyMs)
      if (wasWoken && !this.#isStopped) await pause(wakeMs)
    }
  }

  async #run({ name, run }: Job): Promise<unknown> {
    if (this.#isStopped) return
    try {
      const outcome = await run(this.#deps)
      this.#report.done(name)
      return outcome
    } catch (error) {
      this.#report.failed(name, error)
    }
  }
}
