import type { Job } from './jobs.ts'

/** Processes due items of a database queue, concurrently with any number of other processes. */
interface QueueWorker {
  /** Processes everything that is due now and waits for the outcome. */
  doDue(): Promise<void>
  job: QueueJob
}

/** A job whose `stop` claims nothing new, lets running items finish for a while, and then aborts them. */
export type QueueJob = Job & Required<Pick<Job, 'stop'>>

/** Starts the items that a poll has claimed. */
export interface QueueRoom {
  /** Number of free slots. */
  left(): number
  /** Whether to stop claiming items. */
  isClosed(): boolean
  begin(work: (signal: AbortSignal) => Promise<void>): void
}

interface QueueOptions extends Pick<Job, 'name' | 'everyMs' | 'wakeMs'> {
  /** Maximum number of items in progress. */
  concurrently: number
  /** How long `stop` waits for items in progress. */
  drainMs: number
  onError(error: unknown): void
  /** Called when a slot is free and more items may be due. */
  onFreed?: (() => void) | undefined
}

/**
 * Creates a worker.
 * @param look claims due items up to the number of free slots, starts them, and returns their number
 */
export function createQueueWorker(
  look: (room: QueueRoom) => Promise<number>,
  { concurrently, drainMs, onError, onFreed, ...timing }: QueueOptions,
): QueueWorker {
  const inProgress = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isStopped = false
  let looking: Promise<number> = Promise.resolve(0)

  const room: QueueRoom = {
    left: () => (isStopped ? 0 : concurrently - inProgress.size),
    isClosed: () => isStopped,
    begin(work) {
      const done: Promise<void> = work(stopping.signal)
        .catch(onError)
        .finally(() => {
          inProgress.delete(done)
          onFreed?.()
        })
      inProgress.add(done)
    },
  }

  return {
    async doDue() {
      for (;;) {
        const before = [...inProgress]
        if ((await look(room)) > 0) continue
        // Items that finished during the poll may have kept others from being listed.
        if (before.length === 0) return
        await Promise.race(before)
      }
    },
    job: {
      ...timing,
      async run() {
        looking = look(room)
        return (await looking) > 0 ? 'again' : undefined
      },
      async stop() {
        isStopped = true
        const timeout = setTimeout(() => stopping.abort(), drainMs)
        await looking.catch(() => {})
        await Promise.all(inProgress)
        clearTimeout(timeout)
      },
    },
  }
}
