import type { Job } from './jobs.ts'

/** Processes due items in a database queue, concurrently with any number of other processes. */
interface QueueWorker {
  /** Processes everything that is due now and waits for the outcome. */
  processDue(): Promise<void>
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
  onSlotFree?: (() => void) | undefined
}

/**
 * Creates a worker.
 * @param poll claims due items up to the number of free slots, starts them, and returns their number
 */
export function createQueueWorker(
  poll: (room: QueueRoom) => Promise<number>,
  { concurrently, drainMs, onError, onSlotFree, ...timing }: QueueOptions,
): QueueWorker {
  const inProgress = new Set<Promise<void>>()
  const abort = new AbortController()
  let isStopped = false
  let polling: Promise<number> = Promise.resolve(0)

  const room: QueueRoom = {
    left: () => (isStopped ? 0 : concurrently - inProgress.size),
    isClosed: () => isStopped,
    begin(work) {
      const done: Promise<void> = work(abort.signal)
        .catch(onError)
        .finally(() => {
          inProgress.delete(done)
          onSlotFree?.()
        })
      inProgress.add(done)
    },
  }

  return {
    async processDue() {
      for (;;) {
        const running = [...inProgress]
        if ((await poll(room)) > 0) continue
        // Items that finished during the poll may have kept others from being listed.
        if (running.length === 0) return
        await Promise.race(running)
      }
    },
    job: {
      ...timing,
      async run() {
        polling = poll(room)
        return (await polling) > 0 ? 'again' : undefined
      },
      async stop() {
        isStopped = true
        const timeout = setTimeout(() => abort.abort(), drainMs)
        await polling.catch(() => {})
        await Promise.all(inProgress)
        clearTimeout(timeout)
      },
    },
  }
}
