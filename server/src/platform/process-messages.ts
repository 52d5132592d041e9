/** A limit of `points` calls in a window of `seconds` that opens with the first call. */
export interface Window {
  name: string
  points: number
  seconds: number
}

/** One call to count, or one to take back. */
export interface Count {
  window: Window
  key: string
  isReward?: boolean
}

/** What is left of a window after it. */
export interface Counted {
  consumedPoints: number
  msBeforeNext: number
}

/** The numbers of one process, as the metrics library has them. */
export type MetricsSnapshot = { name: string; type: string; aggregator?: string; values: unknown[] }[]

/** What the workers ask of the process that started them. */
export interface PrimaryAnswers {
  /** It listens. */
  ready(): void
  /** It could not start: why, in words. */
  failed(reason: string): void
  /** In the order of the calls. */
  count(counts: Count[]): Promise<Counted[]>
  /** The numbers of all other processes, and of those that have ended. */
  metricsOfOthers(): Promise<MetricsSnapshot[]>
  /** Its last numbers: it ends now. */
  leave(numbers: MetricsSnapshot): void
}

/** What that process asks of a worker. */
export interface WorkerAnswers {
  /** Whether its event loop still turns. */
  ping(): void
  /** From now on the jobs that one process does for all are its own. */
  takeJobs(): void
  /** To end: `gently` when its successor listens already, so that there is time for every connection. */
  drain(how: { isGentle: boolean }): void
  metrics(): Promise<MetricsSnapshot>
}
